import type { ImageBox, TextBox } from '@ninesixteen/shared/slide/model'
import { toApiError } from '../../../api/api-error.ts'
import { notify } from '../../../components/toast.tsx'
import type { EditorSession } from '../document/session.ts'
import type { Clipping } from './clipping.ts'

/** Boxes on the clipboard: they can be pasted on other slides and in other projects of the same browser. */
const BOXES_TYPE = 'application/x-ninesixteen-boxes'

/** Loaded by the first copy or paste: nothing else in the open editor needs zod. */
const loadPaste = () => import('./paste.ts')

function selectedBoxes({ store }: EditorSession): { textBoxes: TextBox[]; imageBoxes: ImageBox[] } {
  const slide = store.slide()
  const { selection } = store.getState().history.present
  return {
    textBoxes: slide.textBoxes.filter((box) => selection.includes(box.id)),
    imageBoxes: slide.imageBoxes.filter((box) => selection.includes(box.id)),
  }
}

/** Copies the selected boxes, and their texts for other programs. True when there was something to copy. */
export function copySelection(session: EditorSession, data: DataTransfer): boolean {
  const boxes = selectedBoxes(session)
  if (boxes.textBoxes.length + boxes.imageBoxes.length === 0) return false
  // What was copied is likely to be pasted, perhaps without a network by then. A failure is told when it is.
  loadPaste().catch(() => undefined)
  data.setData(BOXES_TYPE, JSON.stringify(boxes))
  data.setData('text/plain', boxes.textBoxes.map((box) => box.text).join('\n'))
  return true
}

function clippingOf(data: DataTransfer, { texts }: { texts: boolean }): Clipping | null {
  const json = data.getData(BOXES_TYPE)
  if (json !== '') return { kind: 'boxes', json }
  const file = [...data.files].find(({ type }) => type.startsWith('image/'))
  if (file) return { kind: 'picture', file }
  const text = texts ? data.getData('text/plain').trim() : ''
  return text === '' ? null : { kind: 'text', text }
}

/** Pastes boxes, a picture, or, where it is asked for, a text on the slide. Null when the clipboard holds none of them. */
export function pasteOnSlide(session: EditorSession, data: DataTransfer, options: { texts: boolean }): Promise<void> | null {
  const what = clippingOf(data, options)
  if (!what) return null
  // By the time the code is there another slide may be shown, and the clipboard cannot be read any more.
  const slideId = session.store.slide().id
  return loadPaste()
    .then(({ paste }) => paste(session, slideId, what))
    .catch((cause: unknown) => notify.error(toApiError(cause).message))
}
