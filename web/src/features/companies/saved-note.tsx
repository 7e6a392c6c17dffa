import { CircleCheck } from 'lucide-react'
import styles from './saved-note.module.css'

/** Announces that a form was saved; null leaves it empty. */
export function SavedNote({ text }: { text: string | null }) {
  return (
    <p role="status" className={styles.note}>
      {text !== null && (
        <>
          <CircleCheck aria-hidden="true" /> {text}
        </>
      )}
    </p>
  )
}
