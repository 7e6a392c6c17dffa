import type { PostStatus } from '@ninesixteen/shared/publishing/delivery'
import styles from './counters.module.css'

export type Counts = Record<'total' | PostStatus, number>

const COUNTERS = [
  { key: 'total', label: 'Total Posts' },
  { key: 'pending', label: 'Pending' },
  { key: 'published', label: 'Published' },
  { key: 'failed', label: 'Failed' },
] as const

export interface CountersProps {
  /** Null until loaded. */
  counts: Counts | null
  status: PostStatus | undefined
  onChange(status: PostStatus | undefined): void
}

/** Number of posts by status; each counter filters by its status. */
export function Counters({ counts, status, onChange }: CountersProps) {
  return (
    <div className={styles.counters} role="group" aria-label="Posts by status">
      {COUNTERS.map(({ key, label }) => {
        const counted = key === 'total' ? undefined : key
        return (
          <button
            key={key}
            type="button"
            className={styles.counter}
            data-status={key}
            data-some={(counts?.[key] ?? 0) > 0 || undefined}
            aria-pressed={status === counted}
            onClick={() => onChange(status === counted ? undefined : counted)}
          >
            <span className={styles.number}>{counts ? counts[key].toLocaleString('en-US') : '–'}</span>
            <span className={styles.label}>{label}</span>
          </button>
        )
      })}
    </div>
  )
}
