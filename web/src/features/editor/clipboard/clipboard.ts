import { pickBoxes, refsOf } from '@ninesixteen/shared/slide/new-box'
import { toApiError } from '../../../api/api-error.ts'
import { notify } from '../../../components/toast.tsx'
import type { EditorSession } from '../document/session.ts'
import type { Clipping } from './paste.ts'

/** Clipboard type of boxes, for pasting into other slides and projects in the same browser. */
const BOXES_TYPE = 'application/x-ninesixteen-boxes'

/** Loaded by the first copy or paste, because only pasting needs zod. */
const loadPaste = () => import('./paste.ts')

/** Copies the selected boxes, and their texts for other programs. Returns false when no box is selected. */
export function copySelection(session: EditorSession, data: DataTransfer): boolean {
  const boxes = pickBoxes(session.store.slide(), session.store.getState().history.present.selection)
  if (refsOf(boxes).length === 0) return false
  // Preloaded, because the browser may be offline when the user pastes. Pasting reports a failure.
  loadPaste().catch(() => undefined)
  data.setData(BOXES_TYPE, JSON.stringify(boxes))
  data.setData('text/plain', boxes.textBoxes.map((box) => box.text).join('\n'))
  return true
}

function clippingOf(data: DataTransfer, { texts }: { texts: boolean }): Clipping | null {
  const json = data.getData(BOXES_TYPE)
  if (json !== '') return { kind: 'boxes', json }
  const file = [...data.files].find(({ type }) => type.startsWith('image/'))
  if (file) return { kind: 'image', file }
  const text = texts ? data.getData('text/plain').trim() : ''
  return text === '' ? null : { kind: 'text', text }
}

/** Pastes boxes, an image or, if `texts` is set, plain text on the slide. Returns null when the clipboard holds none of them. */
export function pasteOnSlide(session: EditorSession, data: DataTransfer, options: { texts: boolean }): Promise<void> | null {
  const what = clippingOf(data, options)
  if (!what) return null
  // Read now: the clipboard is closed and another slide may be shown once the code has loaded.
  const slideId = session.store.slide().id
  return loadPaste()
    .then(({ paste }) => paste(session, slideId, what))
    .catch((cause: unknown) => notify.error(toApiError(cause).message))
}
