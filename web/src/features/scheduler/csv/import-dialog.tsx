import { TABLE_LINES_MAX } from '@ninesixteen/shared/api/limits'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { CsvFileChoice } from '../../../components/csv-file-choice.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { DialogCancel, DiscardGuard } from '../../../components/discard-guard.tsx'
import { Notice } from '../../../components/notice.tsx'
import { notify } from '../../../components/toast.tsx'
import { ZoneSelect } from '../../../components/zone-select.tsx'
import styles from '../../../components/csv.module.css'
import { TablePreview } from './table-preview.tsx'

export interface ImportDialogProps {
  /** Default time zone of rows without one. */
  zone: string
  onClose(): void
}

interface Table {
  name: string
  text: string
  zone: string
  /** Idempotency key of the import. */
  requestId: string
}

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** Imports posts from a CSV file, after a preview of every line. */
export function ImportDialog({ zone: usual, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const [zone, setZone] = useState(usual)
  const check = useMutation({
    mutationFn: async ({ name, text, zone: meant }: Omit<Table, 'requestId'>) => ({
      table: { name, text, zone: meant, requestId: crypto.randomUUID() },
      ...(await api.postsCsv.check({ text, zone: meant })),
    }),
  })
  const take = useMutation({
    mutationFn: ({ requestId, text, zone: meant }: Table) => api.postsCsv.take({ requestId, text, zone: meant }),
    onSuccess: async ({ posts: made }) => {
      await client.invalidateQueries({ queryKey: orpc.scheduledPosts.key() })
      notify.ok(`${posts(made)} imported`)
      onClose()
    },
  })
  const found = check.data
  const isWhole = found !== undefined && found.faults.length === 0 && found.posts.length > 0
  const look = (file: { name: string; text: string }, meant: string) => {
    take.reset()
    check.mutate({ ...file, zone: meant })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import posts"
      description="From a CSV file, one post per line. You get a preview before anything is scheduled."
      size="large"
      closeOnOutsideClick={false}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" disabled={!isWhole} busy={take.isPending} onClick={() => found && take.mutate(found.table)}>
            {take.isPending ? 'Importing...' : isWhole ? `Import ${posts(found.posts.length)}` : 'Import'}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <DiscardGuard isDirty={found !== undefined} title="Discard this import?" />
        <div className={styles.choices}>
          <CsvFileChoice name={found?.table.name ?? null} busy={check.isPending} onFile={(file) => look(file, zone)} />
          <ZoneSelect
            label="Time zone of lines without one"
            zone={zone}
            onChange={(next) => {
              setZone(next)
              if (found) look(found.table, next)
            }}
          />
        </div>
        {!found && <Columns />}
        {check.isError && <Notice kind="bad">{errorText(check.error)}</Notice>}
        {take.isError && <Notice kind="bad">{errorText(take.error)}</Notice>}
        {found && <TablePreview posts={found.posts} faults={found.faults} />}
      </div>
    </Dialog>
  )
}

const COLUMNS: [string, string][] = [
  ['project', 'Title of the slideshow, or project_id'],
  ['platform', new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(PLATFORMS).map(({ label }) => label))],
  ['account', 'Its name, if you have several'],
  ['date, time', '2026-12-31 and 09:30; leave both empty for a draft'],
  ['time_zone', 'Such as Europe/Berlin; defaults to the one above'],
  ['caption, description', 'The post’s texts'],
  ['audience, music_consent', 'The choices TikTok requires for every post'],
  ['blog, tags, state', 'For Tumblr; separate tags with |'],
  ['format', 'Such as 4:5, which Instagram needs'],
]

/** The expected columns. */
function Columns() {
  return (
    <div className={styles.columns}>
      <p className={styles.hint}>
        The first line names the columns, in any order, with up to {TABLE_LINES_MAX} posts below. &ldquo;Export all posts&rdquo; creates a
        file with all columns.
      </p>
      <dl className={styles.list}>
        {COLUMNS.map(([names, meaning]) => (
          <div key={names} className={styles.column}>
            <dt>{names}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
