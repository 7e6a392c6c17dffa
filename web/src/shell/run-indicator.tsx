import { RUNS_RECENT_MINUTES, type RunListItem } from '@ninesixteen/shared/api/runs'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { describeEnds, describeWork, isUnfinished } from '../app/run-kinds.ts'
import { useRuns } from '../app/use-runs.ts'
import { deferred } from '../components/load-part.tsx'
import { BarButton } from './bar-button.tsx'
import styles from './run-indicator.module.css'

const popup = deferred(() => import('./run-popup.tsx'))
const RunPopup = popup.component((parts) => parts.RunPopup)

/** The user's long work, and for some minutes what became of it. Without any, nothing. */
export function RunIndicator() {
  const { data: runs = [], dataUpdatedAt, refetch } = useRuns()
  useEffect(() => {
    if (runs.length === 0 || runs.some(isUnfinished)) return
    // No event says that the last end is no longer recent.
    const timer = setTimeout(() => void refetch(), RUNS_RECENT_MINUTES * 60_000)
    return () => clearTimeout(timer)
  }, [runs, dataUpdatedAt, refetch])
  return (
    <>
      {runs.length > 0 && (
        <BarButton
          preload={popup.preload}
          Popup={RunPopup}
          label={labelOf(runs)}
          className={styles.indicator}
          icon={<RunIcon runs={runs} />}
        />
      )}
      <Ends runs={runs} />
    </>
  )
}

function labelOf(runs: readonly RunListItem[]): string {
  const work = describeWork(runs)
  if (work !== null) return work
  const failed = runs.filter(({ state }) => state === 'failed').length
  return failed === 0 ? 'Work is done' : `Work is done, ${failed} failed`
}

/** Tells screen readers what ended. */
function Ends({ runs }: { runs: readonly RunListItem[] }) {
  const [shown, setShown] = useState({ runs, text: '' })
  if (shown.runs !== runs) setShown({ runs, text: describeEnds(shown.runs, runs) || shown.text })
  return (
    <p className="visually-hidden" role="status">
      {shown.text}
    </p>
  )
}

/** The share that is done; null while it is unknown. */
function shareOf(runs: readonly RunListItem[]): number | null {
  const known = runs.filter(({ total }) => total !== null && total > 0)
  if (known.length === 0) return null
  return known.reduce((sum, { done, total }) => sum + done / (total ?? 1), 0) / runs.length
}

const RADIUS = 9

function RunIcon({ runs }: { runs: readonly RunListItem[] }) {
  const unfinished = runs.filter(isUnfinished)
  if (unfinished.length === 0)
    return runs.some(({ state }) => state === 'failed') ? (
      <CircleAlert aria-hidden="true" className={styles.failed} />
    ) : (
      <CircleCheck aria-hidden="true" className={styles.done} />
    )
  const share = shareOf(unfinished)
  return (
    <span className={styles.ring} aria-hidden="true">
      <svg viewBox="0 0 22 22" data-turns={share === null || undefined}>
        <circle cx="11" cy="11" r={RADIUS} className={styles.track} />
        <circle
          cx="11"
          cy="11"
          r={RADIUS}
          className={styles.arc}
          pathLength={100}
          strokeDasharray={`${100 * Math.max(share ?? 0.25, 0.04)} 100`}
        />
      </svg>
      <span className={styles.count}>{unfinished.length}</span>
    </span>
  )
}
