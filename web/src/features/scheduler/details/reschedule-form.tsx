import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { retryPost } from '../post-mutations.ts'
import styles from './post-details.module.css'
import { settledTime, TimeFields, typedTime } from './time-fields.tsx'

/** Reschedules a post that failed, was cancelled or missed. */
export function RescheduleForm({ post, zone, onDone }: { post: ScheduledPost; zone: string; onDone(): void }) {
  const [typed, setTyped] = useState(() => typedTime(null, zone))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const settled = settledTime(typed, zone)
    if (!settled) return setError('Please select a date and time')
    setBusy(true)
    const isDone = await retryPost(post, settled.at.toISOString())
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TimeFields typed={typed} onChange={setTyped} zone={zone} error={error} />
      <div className={styles.formEnd}>
        <Button variant="ghost" onClick={onDone}>
          Back
        </Button>
        <Button variant="primary" type="submit" busy={busy}>
          {busy ? 'Scheduling...' : 'Schedule'}
        </Button>
      </div>
    </form>
  )
}
