import { CopyField } from './copy-field.tsx'
import { Notice } from './notice.tsx'
import styles from './shown-once.module.css'

/** A secret that is shown only once, with a button that copies it. `name` begins with a capital: `API key`. */
export function ShownOnce({ name, secret }: { name: string; secret: string }) {
  return (
    <div className={styles.content}>
      <Notice kind="warn">We show it only once. Copy it now and keep it like a password.</Notice>
      <CopyField name={name} text={secret} />
    </div>
  )
}
