import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './shown-once.module.css'
import { notify } from './toast.tsx'

/** A secret that is shown only once, with a button that copies it. `name` begins with a capital: `API key`. */
export function ShownOnce({ name, secret }: { name: string; secret: string }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret).then(
      () => notify.ok(`${name} copied`),
      () => notify.error('This browser blocked copying. Select the text and copy it yourself.'),
    )
  }
  return (
    <div className={styles.content}>
      <Notice kind="warn">We show it only once. Copy it now and keep it like a password.</Notice>
      <code className={styles.secret}>{secret}</code>
      <div>
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  )
}
