import { RotateCw, X } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { isOpen, outcomeOf, progressOf, type Upload } from './upload-queue.ts'
import { uploadQueue, useUploads } from './uploads.ts'
import styles from './uploads.module.css'

const WORDS: Record<Upload['state'], string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  done: 'Uploaded',
  duplicate: 'Already in your library',
  failed: 'Failed',
}

function stateOf({ state, share }: Upload): string {
  if (state !== 'sending') return WORDS[state]
  return share < 1 ? `${Math.round(share * 100)} %` : 'Saving...'
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, state, share, note, isRetryable } = upload
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        {note && <span className={styles.note}>{note}</span>}
        {state === 'sending' && <progress className={styles.bar} max={1} value={share} aria-label={`Upload of ${file.name}`} />}
      </div>
      <span className={styles.state}>{stateOf(upload)}</span>
      {state === 'failed' && isRetryable && (
        <IconButton size="small" label={`Retry ${file.name}`} icon={<RotateCw />} onClick={() => uploadQueue.retry([id])} />
      )}
      {isOpen(upload) && <IconButton size="small" label={`Cancel ${file.name}`} icon={<X />} onClick={() => uploadQueue.cancel([id])} />}
    </li>
  )
}

/** Running uploads; afterwards only failures and duplicates. */
export function UploadPanel() {
  const uploads = useUploads()
  const open = uploads.filter(isOpen)
  const listed = uploads.filter((upload) => upload.state !== 'done')
  if (listed.length === 0) return null
  const again = uploads.filter((upload) => upload.state === 'failed' && upload.isRetryable).map((upload) => upload.id)
  const outcome = outcomeOf(uploads)
  return (
    <section className={styles.panel} aria-label="Uploads">
      {outcome && <Notice kind="bad">{outcome}</Notice>}
      <header className={styles.head}>
        <p className={styles.title} role="status">
          {progressOf(uploads)}
        </p>
        {open.length > 1 && (
          <Button size="small" variant="ghost" onClick={uploadQueue.cancelAll}>
            Cancel all
          </Button>
        )}
        {open.length === 0 && again.length > 1 && (
          <Button size="small" icon={<RotateCw />} onClick={() => uploadQueue.retry(again)}>
            Retry all
          </Button>
        )}
        {open.length === 0 && (
          <Button size="small" variant="ghost" onClick={uploadQueue.dismiss}>
            Dismiss
          </Button>
        )}
      </header>
      <ul className={styles.rows}>
        {listed.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}
