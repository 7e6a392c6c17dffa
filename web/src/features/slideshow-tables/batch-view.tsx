import type { BatchRow, BatchRowState } from '@ninesixteen/shared/api/slideshow-batches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ArrowLeft, CalendarClock, Download, RefreshCw, Trash2 } from 'lucide-react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { useLoadOnChange } from '../../app/live-changes.ts'
import { saveFile } from '../../app/save-file.ts'
import { schedulePost } from '../../app/schedule-post.ts'
import { useTimesLeft } from '../../app/time-left.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { RunProgress } from '../../components/run-progress.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { describeCounts, settledOf } from './counts.ts'
import { exportable, exportAll } from './export-all.ts'
import styles from './slideshow-tables.module.css'

export interface BatchViewProps {
  id: string
  onShow(shown: string): void
  onOpenSlideshow(projectId: string): void
}

const STATES: Record<BatchRowState, string> = { waiting: 'Waiting', done: 'Written', failed: 'Failed', cancelled: 'Cancelled' }

/** The progress of a table, its slideshows, and the lines that failed with their reasons. */
export function BatchView({ id, onShow, onOpenSlideshow }: BatchViewProps) {
  const client = useQueryClient()
  const batch = useQuery(orpc.slideshowBatches.get.queryOptions({ input: { id }, staleTime: 0 }))
  useLoadOnChange('runs', batch.refetch)
  const act = useMutation({
    mutationFn: (action: 'cancel' | 'retry' | 'remove') => api.slideshowBatches[action]({ id }),
    onSuccess: async (_answer, action) => {
      if (action === 'remove') onShow('new')
      await client.invalidateQueries({ queryKey: orpc.slideshowBatches.key() })
    },
    onError: (error) => notify.error(errorText(error)),
  })
  const download = useMutation({
    mutationFn: () => api.slideshowBatches.failures({ id }),
    onSuccess: ({ text }) => saveFile(new Blob([text], { type: 'text/csv' }), 'failed-slideshows.csv'),
    onError: (error) => notify.error(errorText(error)),
  })
  const progress = { done: settledOf(batch.data), total: batch.data?.rows.length ?? null }
  const timeLeft = useTimesLeft([{ id, ...progress }], batch.dataUpdatedAt)
  if (batch.isPending) return <Skeleton height={240} />
  if (batch.isError) return <Notice kind="bad">{errorText(batch.error)}</Notice>
  const { title, state, reason, counts, rows } = batch.data
  return (
    <div className={styles.body}>
      <div className={styles.head}>
        <IconButton size="small" label="All tables" icon={<ArrowLeft />} onClick={() => onShow('new')} />
        <h3 className={styles.title}>{title}</h3>
        {state !== 'running' && (
          <IconButton size="small" variant="danger" label="Delete this table" icon={<Trash2 />} onClick={() => act.mutate('remove')} />
        )}
      </div>
      <RunProgress
        label={`Progress of ${title}`}
        {...progress}
        amount={describeCounts(batch.data)}
        timeLeft={state === 'running' ? timeLeft(id) : null}
        note={reason}
        isCancelling={act.isPending}
        onCancel={state === 'running' ? () => act.mutate('cancel') : undefined}
      />
      {state !== 'running' && counts.failed + counts.cancelled > 0 && (
        <div className={styles.actions}>
          <Button size="small" variant="primary" icon={<RefreshCw />} busy={act.isPending} onClick={() => act.mutate('retry')}>
            {counts.failed > 0 ? 'Retry failed lines' : 'Continue'}
          </Button>
          {counts.failed > 0 && (
            <Button size="small" icon={<Download />} busy={download.isPending} onClick={() => download.mutate()}>
              Download failures (CSV)
            </Button>
          )}
        </div>
      )}
      <ExportAllButton title={title} rows={rows} />
      <ul className={styles.list} aria-label="Lines of this table">
        {rows.map((row) => (
          <Line key={row.line} row={row} onOpenSlideshow={onOpenSlideshow} />
        ))}
      </ul>
    </div>
  )
}

/** Downloads the finished slideshows; closing the dialog stops it. */
function ExportAllButton({ title, rows }: { title: string; rows: readonly BatchRow[] }) {
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const total = exportable(rows).length
  const download = useMutation({
    mutationFn: () => {
      const controller = new AbortController()
      stop.current = controller
      return exportAll({ title, rows, signal: controller.signal, onProgress: setDone })
    },
    onError: (error) => {
      if (stop.current?.signal.aborted !== true) notify.error(errorText(error))
    },
  })
  if (total === 0) return null
  return (
    <div className={styles.actions}>
      {download.isPending ? (
        <>
          <p className={styles.hint} role="status">
            Exporting {done + 1} of {total}
          </p>
          <Button size="small" onClick={() => stop.current?.abort()}>
            Cancel export
          </Button>
        </>
      ) : (
        <Button size="small" icon={<Download />} onClick={() => download.mutate()}>
          Export all (ZIP)
        </Button>
      )}
    </div>
  )
}

function Line({ row: { line, title, state, projectId, message }, onOpenSlideshow }: { row: BatchRow; onOpenSlideshow(id: string): void }) {
  return (
    <li className={styles.line}>
      <span className={styles.number}>{line}</span>
      <div className={styles.words}>
        <p className={styles.name}>{title}</p>
        <p className={styles.hint}>{state === 'waiting' && projectId !== null ? 'Writing' : STATES[state]}</p>
        {message !== null && <p className={styles.message}>{message}</p>}
      </div>
      {projectId !== null && state !== 'waiting' && (
        <>
          <Button size="small" variant="ghost" aria-label={`Open ${title}`} onClick={() => onOpenSlideshow(projectId)}>
            Open
          </Button>
          <IconButton
            size="small"
            label={`Schedule ${title}`}
            icon={<CalendarClock />}
            onClick={() => schedulePost({ kind: 'new', projectId })}
          />
        </>
      )}
    </li>
  )
}
