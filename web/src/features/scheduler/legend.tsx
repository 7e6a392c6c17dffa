import { PlatformMark } from './badges.tsx'
import type { LegendEntry } from './chip.ts'
import styles from './legend.module.css'

/** Names the colors, outlines and signs of the posts on the calendar. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className={styles.legend} aria-label="Legend">
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          {entry.kind === 'platform' ? (
            <PlatformMark id={entry.id} />
          ) : (
            <span className={styles[entry.kind]} data-kind={entry.id} aria-hidden="true" />
          )}
          {entry.label}
        </li>
      ))}
    </ul>
  )
}
