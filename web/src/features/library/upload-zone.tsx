import { Upload } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { PHOTO_FILES } from '../../api/upload-file.ts'
import { hasFiles } from '../../components/dragged-files.ts'
import { notify } from '../../components/toast.tsx'
import { droppedFiles } from './dropped-files.ts'
import { uploadQueue } from './uploads.ts'
import styles from './uploads.module.css'

/** Every pasted image is called `image.png`, so it gets a distinct name. */
function named(file: File): File {
  if (file.name !== 'image.png') return file
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-')
  return new File([file], `Pasted ${moment}.png`, { type: file.type })
}

function enqueue(files: readonly File[]): void {
  if (files.length > 0) uploadQueue.add(files)
}

/** The browser may lack access to a folder, or the folder is gone. */
function notifyUnreadable(): void {
  notify.error('Failed to upload files. Please try again.')
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea)$/i.test(target.tagName))
}

function usePastedFiles(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].map(named)
      if (files.length === 0 || (isTyping(event.target) && event.clipboardData?.types.includes('text/plain'))) return
      event.preventDefault()
      uploadQueue.add(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}

function useDroppedFiles(): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Leaving the window has no related target.
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then(enqueue, notifyUnreadable)
    }
    addEventListener('dragover', onOver)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onOver)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
    }
  }, [])
  return over
}

/**
 * Accepts files that are dropped anywhere on the page, pasted, or chosen. It renders the file input, because a button may
 * unmount while the user chooses files.
 */
export function UploadZone({ field, children }: { field: RefObject<HTMLInputElement | null>; children: ReactNode }) {
  const over = useDroppedFiles()
  usePastedFiles()
  return (
    <div className={styles.zone}>
      <input
        ref={field}
        type="file"
        accept={PHOTO_FILES}
        multiple
        hidden
        aria-label="Upload photos"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          enqueue(files)
        }}
      />
      {children}
      {over && (
        <div className={styles.over} aria-hidden="true">
          <Upload />
          Drop photos to upload them
        </div>
      )}
    </div>
  )
}
