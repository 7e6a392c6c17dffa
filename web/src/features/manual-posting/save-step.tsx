import { Download, Share } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import type { LoadingFile } from './file-loader.ts'
import styles from './manual-posting.module.css'
import { batchRange, shareBatches } from './share-batches.ts'

interface StepProps {
  files: readonly LoadingFile[]
  retry(): void
  /** All files were shared or downloaded. */
  isSaved: boolean
  onSaved(): void
}

function isIos(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
}

const isBlob = (blob: File | null): blob is File => blob !== null

/** Saves the files on the phone: together if the browser can share files, else one by one. */
export function SaveStep({ files, retry, ...saving }: StepProps) {
  const [isRefused, setRefused] = useState(false)
  const ready = files.map(({ blob }) => blob).filter(isBlob)
  const failed = files.filter(({ state }) => state === 'failed').length
  if (failed > 0)
    return (
      <Notice kind="warn" action={<Button onClick={retry}>Try again</Button>}>
        {ready.length} of {files.length} arrived. We retry the others when you’re back online.
      </Notice>
    )
  if (ready.length < files.length)
    return (
      <div className={styles.progress}>
        <p role="status">
          Loading {Math.min(ready.length + 1, files.length)} of {files.length}
        </p>
        <progress value={ready.length} max={files.length} aria-label="Files loaded" />
      </div>
    )
  if (!isRefused && canShare(ready)) return <ShareButton files={ready} {...saving} onRefused={() => setRefused(true)} />
  return (
    <>
      {isRefused && <Notice kind="warn">This browser cannot share files. Save them one by one.</Notice>}
      <SaveButton files={files} {...saving} />
    </>
  )
}

/** Sharing needs HTTPS and a browser that supports it. */
function canShare(files: readonly File[]): boolean {
  const [first] = shareBatches(files)
  return 'canShare' in navigator && first !== undefined && navigator.canShare({ files: first })
}

type Saving = Pick<StepProps, 'isSaved' | 'onSaved'>

function ShareButton({ files, isSaved, onSaved, onRefused }: Saving & { files: readonly File[]; onRefused(): void }) {
  const [next, setNext] = useState(0)
  const batches = shareBatches(files)
  const { from, to, of } = batchRange(batches, next)

  async function share(): Promise<void> {
    try {
      await navigator.share({ files: batches[next] ?? [] })
      setNext((next + 1) % batches.length)
      if (next + 1 === batches.length) onSaved()
    } catch (error) {
      // Closing the share sheet is no error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) onRefused()
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
      <p className={styles.hint}>{isSaved ? 'Saved. Tap again to save another copy.' : 'Then choose to save, or the app you post with.'}</p>
    </div>
  )
}

/** Clicks a temporary link: a rendered link would already point at the next file. */
function download(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

function SaveButton({ files, isSaved, onSaved }: Saving & { files: readonly LoadingFile[] }) {
  const [next, setNext] = useState(0)
  const file = files[next]
  const save = (): void => {
    if (file?.shownUrl) download(file.shownUrl, file.name)
    setNext((next + 1) % files.length)
    if (next + 1 === files.length) onSaved()
  }
  return (
    <div className={styles.action}>
      <Button variant={isSaved ? 'secondary' : 'primary'} size="large" wide icon={<Download aria-hidden="true" />} onClick={save}>
        Save {file?.name}
      </Button>
      <p className={styles.hint} role="status">
        {isSaved ? `All ${files.length} saved. Tap again to save another copy.` : `One tap each: ${next} of ${files.length} saved.`}
      </p>
      {isIos() && <p className={styles.hint}>Or press and hold each image above and choose “Save to Photos”.</p>}
    </div>
  )
}
