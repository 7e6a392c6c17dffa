import { Link } from '../components/link.tsx'
import { dateAndTime } from './day-and-time.ts'
import styles from './demo-note.module.css'
import { paths } from './paths.ts'

export interface DemoNoteProps {
  endsAt: string
  /** The words alone, where no link can stand. */
  bare?: boolean
}

/** Says quietly that this is a demo, until when, and how its work is kept. */
export function DemoNote({ endsAt, bare = false }: DemoNoteProps) {
  const words = `Demo, gone on ${dateAndTime(endsAt)}`
  if (bare) return words
  return (
    <p className={styles.note}>
      {words}. <Link to={paths.settingsAccount}>Keep your work</Link>
    </p>
  )
}
