import { readTexts } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { pickBoxes, refsOf } from '@ninesixteen/shared/slide/new-box'
import { toApiError } from '../../../api/api-error.ts'
import { notify } from '../../../components/toast.tsx'
import type { EditorSession } from '../document/session.ts'
import type { Clipping } from './paste.ts'
import { markedSlides } from './slide-marker.ts'

/** Clipboard type of boxes, for pasting into other slides and projects in the same browser. */
const BOXES_TYPE = 'application/x-ninesixteen-boxes'

/** Clipboard type of whole slides. */
const SLIDES_TYPE = 'application/x-ninesixteen-slides'

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

const loadSlideClipboard = () => import('./slide-clipboard.ts')

/**
 * Copies slides, and their texts for other programs. An image of the first one follows: browsers write images only through a second interface,
 * which replaces the clipboard, and some refuse it here.
 */
export function copySlides(slides: readonly Slide[], data: DataTransfer): void {
  loadPaste().catch(() => undefined)
  data.setData(SLIDES_TYPE, JSON.stringify({ slides }))
  data.setData('text/plain', slides.map((slide) => readTexts(slide).join('\n')).join('\n\n'))
  loadSlideClipboard()
    .then(({ writeSlides }) => writeSlides(slides))
    .catch((error: unknown) => console.info('The clipboard got the slides without an image.', error))
}

function slidesOf(data: DataTransfer): string | null {
  const json = data.getData(SLIDES_TYPE)
  return json === '' ? markedSlides(data.getData('text/html')) : json
}

function clippingOf(data: DataTransfer, { texts }: { texts: boolean }): Clipping | null {
  const slides = slidesOf(data)
  if (slides !== null) return { kind: 'slides', json: slides }
  const json = data.getData(BOXES_TYPE)
  if (json !== '') return { kind: 'boxes', json }
  const file = [...data.files].find(({ type }) => type.startsWith('image/'))
  if (file) return { kind: 'image', file }
  const text = texts ? data.getData('text/plain').trim() : ''
  return text === '' ? null : { kind: 'text', text }
}

/**
 * Pastes slides after the shown or the last selected one; boxes, an image or, if `texts` is set, plain text on the slide. Returns null when the
 * clipboard holds none of them, or something for one slide while all are shown.
 */
export function pasteFrom(session: EditorSession, data: DataTransfer, options: { texts: boolean }): Promise<void> | null {
  const what = clippingOf(data, options)
  const { grid } = session.store.getState()
  if (!what || (grid && what.kind !== 'slides')) return null
  // Read now: the clipboard is closed and another slide may be shown once the code has loaded.
  const slideId = grid?.selected.at(-1) ?? session.store.slide().id
  return loadPaste()
    .then(({ paste }) => paste(session, slideId, what))
    .catch((error: unknown) => notify.error(toApiError(error).message))
}
