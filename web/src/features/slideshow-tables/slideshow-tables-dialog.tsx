import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { useLoadOnChange } from '../../app/live-changes.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { BatchView } from './batch-view.tsx'
import { describeCounts } from './counts.ts'
import { NewTable } from './new-table.tsx'
import styles from './slideshow-tables.module.css'

export interface SlideshowTablesDialogProps {
  /** `new`, or the id of a table that is written; null closes the dialog. */
  shown: string | null
  onShow(shown: string | null): void
  onOpenSlideshow(projectId: string): void
}

/** Slideshows from a CSV table: a new one, or the progress of one that is written. */
export function SlideshowTablesDialog({ shown, onShow, onOpenSlideshow }: SlideshowTablesDialogProps) {
  return (
    <Dialog
      open={shown !== null}
      onOpenChange={(open) => !open && onShow(null)}
      title="Slideshows from a table"
      description="One slideshow per line of a CSV file. They are written in the background, so you can leave this page."
      size="large"
      closeOnOutsideClick={false}
    >
      {shown === 'new' && (
        <div className={styles.body}>
          <NewTable onStarted={onShow} />
          <EarlierTables onShow={onShow} />
        </div>
      )}
      {shown !== null && shown !== 'new' && <BatchView key={shown} id={shown} onShow={onShow} onOpenSlideshow={onOpenSlideshow} />}
    </Dialog>
  )
}

function EarlierTables({ onShow }: { onShow(id: string): void }) {
  const list = useQuery(orpc.slideshowBatches.list.queryOptions({ staleTime: 0 }))
  useLoadOnChange('runs', list.refetch)
  if (list.isError) return <Notice kind="bad">{errorText(list.error)}</Notice>
  if (!list.data || list.data.length === 0) return null
  return (
    <section aria-labelledby="earlier-tables">
      <h3 id="earlier-tables" className={styles.heading}>
        Earlier tables
      </h3>
      <ul className={styles.list}>
        {list.data.map((batch) => (
          <li key={batch.id}>
            <button type="button" className={styles.table} onClick={() => onShow(batch.id)}>
              <span className={styles.words}>
                <span className={styles.name}>{batch.title}</span>
                <span className={styles.hint}>
                  {dateAndTime(batch.createdAt)} · {describeCounts(batch)}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className={styles.arrow} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
