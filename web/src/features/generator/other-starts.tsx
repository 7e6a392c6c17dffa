import { CalendarRange, LayoutTemplate, Palette, Table2 } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { Link } from '../../components/link.tsx'
import styles from './other-starts.module.css'

export interface OtherStartsProps {
  onTemplate(): void
  onTable(): void
}

/** Leads to everything that can be made besides one slideshow from a topic. */
export function OtherStarts({ onTemplate, onTable }: OtherStartsProps) {
  return (
    <ul className={styles.starts} aria-label="Other ways to start">
      <li>
        <button type="button" className={styles.start} aria-label="From a template" onClick={onTemplate}>
          <LayoutTemplate aria-hidden="true" /> Template
        </button>
      </li>
      <li>
        <button type="button" className={styles.start} aria-label="From a table" onClick={onTable}>
          <Table2 aria-hidden="true" /> Table
        </button>
      </li>
      <li>
        <Link to={paths.contentPlan} className={styles.start} aria-label="Content plan">
          <CalendarRange aria-hidden="true" /> Plan
        </Link>
      </li>
      <li>
        <Link to={paths.settingsGeneral} className={styles.start}>
          <Palette aria-hidden="true" /> Brand
        </Link>
      </li>
    </ul>
  )
}
