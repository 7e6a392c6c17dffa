import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'
import { notify } from './toast.tsx'

export interface CopyFieldProps {
  /** Begins with a capital: `API key`. */
  name: string
  text: string
}

/** A text to be used elsewhere, with a button that copies it. */
export function CopyField({ name, text }: CopyFieldProps) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text).then(
      () => notify.ok(`${name} copied`),
      () => notify.error('This browser blocked copying. Select the text and copy it yourself.'),
    )
  }
  return (
    <div className={styles.field}>
      <code className={styles.text}>{text}</code>
      <Button aria-label={`Copy ${name}`} icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}
