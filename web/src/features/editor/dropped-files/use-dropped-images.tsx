import { useEffect, useState, type ReactNode } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { hasFiles } from '../../../components/dragged-files.ts'
import { notify } from '../../../components/toast.tsx'
import type { EditorSession } from '../document/session.ts'
import { addDroppedBox, addDroppedSlides, placeOfDrop, setDroppedPhoto } from './dropped-images.ts'

interface Question {
  open: boolean
  files: readonly File[]
  after: string
}

/** HEIC files have no type on some systems; the server checks the bytes. */
const mayBeImage = ({ type }: File): boolean => type === '' || type.startsWith('image/')

function report(error: unknown): void {
  notify.error(toApiError(error).message)
}

/** Takes images that are dropped on the slide or on the film strip. Returns the question whether several become slides. */
export function useDroppedImages(session: EditorSession): ReactNode {
  const [question, setQuestion] = useState<Question>({ open: false, files: [], after: '' })
  useEffect(() => {
    let marked: Element | null = null
    const mark = (element: Element | null): void => {
      if (marked === element) return
      marked?.removeAttribute('data-dropping')
      element?.setAttribute('data-dropping', '')
      marked = element
    }
    const over = (event: DragEvent): void => {
      const place = hasFiles(event) ? placeOfDrop(session, event) : null
      if (place) event.preventDefault()
      mark(place && event.target instanceof Element ? event.target.closest('[data-slide], [data-strip], [data-stage]') : null)
    }
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) mark(null)
    }
    const drop = (event: DragEvent): void => {
      mark(null)
      const place = hasFiles(event) ? placeOfDrop(session, event) : null
      if (!place || !event.dataTransfer) return
      event.preventDefault()
      const files = [...event.dataTransfer.files].filter(mayBeImage)
      const [file, ...more] = files
      const { slideId, at } = place
      if (!file) notify.error('Only images can be dropped here.')
      else if (more.length > 0) setQuestion({ open: true, files, after: slideId })
      else if (at) addDroppedBox(session, file, { slideId, at }).catch(report)
      else setDroppedPhoto(session, file, slideId).catch(report)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      mark(null)
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [session])
  const close = (): void => setQuestion((before) => ({ ...before, open: false }))
  return (
    <ConfirmDialog
      open={question.open}
      onOpenChange={close}
      title={`Add ${question.files.length} slides?`}
      confirmLabel="Add slides"
      danger={false}
      onConfirm={() => {
        close()
        addDroppedSlides(session, question.files, question.after).catch(report)
      }}
    >
      Each image becomes the photo of a new slide.
    </ConfirmDialog>
  )
}
