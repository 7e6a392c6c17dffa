import { Hourglass } from 'lucide-react'
import { classNames } from '../components/class-names.ts'
import { Link } from '../components/link.tsx'
import { dayAndTime } from './day-and-time.ts'
import styles from './demo-note.module.css'
import { paths } from './paths.ts'

/** Says quietly that this is a demo, until when, and how its work is kept. */
export function DemoNote({ endsAt, className }: { endsAt: string; className?: string | undefined }) {
  return (
    <p className={classNames(styles.note, className)}>
      <Hourglass aria-hidden="true" />
      <span>Demo, gone {dayAndTime(endsAt)}.</span>
      <Link to={paths.settingsAccount}>Keep your work</Link>
    </p>
  )
}
