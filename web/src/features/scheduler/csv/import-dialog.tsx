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
import { countText } from '../post-texts.ts'
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

/** Imports posts from a CSV file, after a preview of every line. */
export function ImportDialog({ zone: defaultZone, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const [zone, setZone] = useState(defaultZone)
  const check = useMutation({
    mutationFn: async ({ name, text, zone: tableZone }: Omit<Table, 'requestId'>) => ({
      table: { name, text, zone: tableZone, requestId: crypto.randomUUID() },
      ...(await api.postsCsv.check({ text, zone: tableZone })),
    }),
  })
  const importing = useMutation({
    mutationFn: ({ requestId, text, zone: tableZone }: Table) => api.postsCsv.take({ requestId, text, zone: tableZone }),
    onSuccess: async ({ posts: created }) => {
      await client.invalidateQueries({ queryKey: orpc.scheduledPosts.key() })
      notify.ok(`${countText(created)} imported`)
      onClose()
    },
  })
  const preview = check.data
  const isImportable = preview !== undefined && preview.faults.length === 0 && preview.posts.length > 0
  const checkFile = (file: { name: string; text: string }, tableZone: string) => {
    importing.reset()
    check.mutate({ ...file, zone: tableZone })
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
          <Button
            variant="primary"
            disabled={!isImportable}
            busy={importing.isPending}
            onClick={() => preview && importing.mutate(preview.table)}
          >
            {importing.isPending ? 'Importing...' : isImportable ? `Import ${countText(preview.posts.length)}` : 'Import'}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <DiscardGuard isDirty={preview !== undefined} title="Discard this import?" />
        <div className={styles.choices}>
          <CsvFileChoice name={preview?.table.name ?? null} busy={check.isPending} onFile={(file) => checkFile(file, zone)} />
          <ZoneSelect
            label="Time zone of lines without one"
            zone={zone}
            onChange={(next) => {
              setZone(next)
              if (preview) checkFile(preview.table, next)
            }}
          />
        </div>
        {!preview && <Columns />}
        {check.isError && <Notice kind="bad">{errorText(check.error)}</Notice>}
        {importing.isError && <Notice kind="bad">{errorText(importing.error)}</Notice>}
        {preview && <TablePreview posts={preview.posts} errors={preview.faults} />}
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
