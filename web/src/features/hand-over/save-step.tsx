import { Download, Share } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import type { LoadingFile } from './file-loader.ts'
import styles from './hand-over.module.css'
import { batchRange, shareBatches } from './share-batches.ts'

interface StepProps {
  files: readonly LoadingFile[]
  retry(): void
  /** All of them were handed to the phone. */
  isSaved: boolean
  onSaved(): void
}

function isIos(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
}

const isBlob = (blob: File | null): blob is File => blob !== null

/** Puts the pictures into the phone's photos: together where the browser can share files, else one by one. */
export function SaveStep({ files, retry, ...saving }: StepProps) {
  const ready = files.map(({ blob }) => blob).filter(isBlob)
  const failed = files.filter(({ state }) => state === 'failed').length
  if (failed > 0)
    return (
      <Notice kind="warn" action={<Button onClick={retry}>Try again</Button>}>
        {ready.length} of {files.length} arrived. The others are tried again when the network is back.
      </Notice>
    )
  if (ready.length < files.length)
    return (
      <div className={styles.progress}>
        <p role="status">
          Loading {Math.min(ready.length + 1, files.length)} of {files.length}
        </p>
        <progress value={ready.length} max={files.length} aria-label="Pictures loaded" />
      </div>
    )
  // Undefined where it is not https, and in browsers without it.
  const [first] = shareBatches(ready)
  const canShare = 'canShare' in navigator && navigator.canShare({ files: first })
  return canShare ? <ShareButton files={ready} {...saving} /> : <SaveButton files={files} {...saving} />
}

type Saving = Pick<StepProps, 'isSaved' | 'onSaved'>

function ShareButton({ files, isSaved, onSaved }: Saving & { files: readonly File[] }) {
  const [next, setNext] = useState(0)
  const [failed, setFailed] = useState(false)
  const batches = shareBatches(files)
  const { from, to, of } = batchRange(batches, next)

  async function share(): Promise<void> {
    setFailed(false)
    try {
      await navigator.share({ files: batches[next] ?? [] })
      setNext((next + 1) % batches.length)
      if (next + 1 === batches.length) onSaved()
    } catch (cause) {
      // Whoever closes the sheet does not want to be told that it is closed.
      setFailed(!(cause instanceof DOMException && cause.name === 'AbortError'))
    }
  }

  return (
    <div className={styles.action}>
      <Button
        variant={isSaved ? 'secondary' : 'primary'}
        size="large"
        wide
        icon={<Share aria-hidden="true" />}
        onClick={() => void share()}
      >
        {batches.length === 1 ? 'Save all to photos' : `Save ${from} to ${to} of ${of} to photos`}
      </Button>
      <p className={styles.hint}>
        {isSaved ? 'Saved. To save them once more, tap again.' : 'In the sheet that opens, choose to save, or the app you post with.'}
      </p>
      {failed && <Notice kind="bad">The browser did not open the sheet. Open this link in the phone’s own browser and try again.</Notice>}
    </div>
  )
}

function SaveButton({ files, isSaved, onSaved }: Saving & { files: readonly LoadingFile[] }) {
  const [next, setNext] = useState(0)
  const file = files[next]
  const save = (): void => {
    setNext((next + 1) % files.length)
    if (next + 1 === files.length) onSaved()
  }
  return (
    <div className={styles.action}>
      <a
        className={styles.save}
        data-primary={!isSaved || undefined}
        href={file?.shownUrl ?? undefined}
        download={file?.name}
        onClick={save}
      >
        <Download aria-hidden="true" />
        Save {file?.name}
      </a>
      <p className={styles.hint} role="status">
        {isSaved ? `All ${files.length} saved. To save them once more, tap again.` : `One tap each: ${next} of ${files.length} saved.`}
      </p>
      {isIos() && <p className={styles.hint}>Or press and hold each picture above and choose “Save to Photos”.</p>}
    </div>
  )
}
