import { Link } from '../components/link.tsx'
import { dateAndTime } from './day-and-time.ts'
import styles from './demo-label.module.css'
import { paths } from './paths.ts'
import { useMe } from './session.ts'

/** In a demo, says when it ends and how to keep the work. `bare` renders the text alone, for places without links. */
export function DemoLabel({ bare = false }: { bare?: boolean }) {
  const demo = useMe().data?.demo
  if (!demo) return null
  const text = `Demo, ends on ${dateAndTime(demo.endsAt)}`
  if (bare) return text
  return (
    <p className={styles.note}>
      {text}. <Link to={paths.settingsAccount}>Keep your work</Link>
    </p>
  )
}
