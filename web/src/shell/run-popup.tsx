import { isCancellable, type RunListItem } from '@ninesixteen/shared/api/runs'
import { Ban, CircleAlert, CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { describeWork, endText, isUnfinished, kindName, runPage } from '../app/run-kinds.ts'
import { useTimesLeft } from '../app/time-left.ts'
import { useCancelRun, useRuns } from '../app/use-runs.ts'
import { Link } from '../components/link.tsx'
import { RunProgress } from '../components/run-progress.tsx'
import { BarPopup, BarPopupHead, type BarPopupProps } from './bar-popup.tsx'
import styles from './run-popup.module.css'

/** The list below the indicator. */
export function RunPopup({ trigger }: Pick<BarPopupProps, 'trigger'>) {
  return <BarPopup trigger={trigger}>{(onLeave) => <RunList onLeave={onLeave} />}</BarPopup>
}

const NONE: readonly RunListItem[] = []

function RunList({ onLeave }: { onLeave(): void }) {
  const { data: runs = NONE, dataUpdatedAt } = useRuns()
  const { unfinished, ended } = useMemo(
    () => ({
      unfinished: runs.filter(isUnfinished),
      ended: runs.filter((run) => !isUnfinished(run)).toSorted((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? '')),
    }),
    [runs],
  )
  const timeLeft = useTimesLeft(unfinished, dataUpdatedAt)
  return (
    <>
      <BarPopupHead title={describeWork(runs) ?? 'Work is done'} />
      <div className={styles.lists}>
        {unfinished.length > 0 && (
          <ul className={styles.list} aria-label="In progress">
            {unfinished.map((run) => (
              <UnfinishedRun key={run.id} run={run} timeLeft={timeLeft(run.id)} onLeave={onLeave} />
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <>
            {unfinished.length > 0 && <h3 className={styles.heading}>Ended</h3>}
            <ul className={styles.list} aria-label="Ended">
              {ended.map((run) => (
                <EndedRun key={run.id} run={run} onLeave={onLeave} />
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

interface RowProps {
  run: RunListItem
  onLeave(): void
}

function Title({ run, onLeave }: RowProps) {
  const page = runPage(run)
  return (
    <p className={styles.head}>
      {page === null ? (
        <span className={styles.title}>{run.title}</span>
      ) : (
        <Link to={page} className={styles.title} onClick={onLeave}>
          {run.title}
        </Link>
      )}
      {kindName(run) !== run.title && <span className={styles.kind}>{kindName(run)}</span>}
    </p>
  )
}

function UnfinishedRun({ run, timeLeft, onLeave }: RowProps & { timeLeft: string | null }) {
  const cancel = useCancelRun()
  const { id, kind, title, state, done, total, note } = run
  return (
    <li className={styles.row}>
      <Title run={run} onLeave={onLeave} />
      <RunProgress
        isCompact
        label={title}
        done={done}
        total={total}
        note={note ?? (state === 'waiting' ? 'Waiting' : null)}
        timeLeft={timeLeft}
        isCancelling={cancel.isPending}
        onCancel={isCancellable(kind) ? () => cancel.mutate(id) : undefined}
      />
    </li>
  )
}

const ICONS = { done: CircleCheck, failed: CircleAlert, cancelled: Ban }

function EndedRun({ run, onLeave }: RowProps) {
  const { state } = run
  const Icon = ICONS[state === 'done' || state === 'failed' ? state : 'cancelled']
  return (
    <li className={styles.row}>
      <Title run={run} onLeave={onLeave} />
      <p className={styles.end} data-state={state}>
        <Icon aria-hidden="true" />
        {endText(run)}
      </p>
    </li>
  )
}
