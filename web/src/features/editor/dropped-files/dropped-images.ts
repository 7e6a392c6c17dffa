import { newSlide } from '@ninesixteen/shared/slide/edit-slides'
import { SLIDE_WIDTH, type Slide } from '@ninesixteen/shared/slide/model'
import { nameImage, pastedImageBox } from '@ninesixteen/shared/slide/new-box'
import { toApiError } from '../../../api/api-error.ts'
import { newUuid } from '../../../api/new-id.ts'
import { uploadFile } from '../../../api/upload-file.ts'
import { notify } from '../../../components/toast.tsx'
import { addCopies } from '../actions/slides-together.ts'
import type { EditorSession } from '../document/session.ts'
import type { Point } from '../gestures/gesture.ts'
import { changePhoto, placingIn } from '../tidy/place-texts.ts'

/** Where images were dropped: at a point of a slide, in slide units, or on a slide's thumbnail. */
interface DropPlace {
  slideId: string
  at: Point | null
}

/** Adds an image box whose middle is where the image was dropped. */
export async function addDroppedBox({ store }: EditorSession, file: File, { slideId, at }: { slideId: string; at: Point }): Promise<void> {
  store.announce('Uploading the image')
  const { filePath, width, height } = await uploadFile(file, 'image-box')
  const box = pastedImageBox(newUuid(), { imageUrl: filePath, width, height })
  const placed = { ...box, ...nameImage(store.storedSlide(), file.name), x: at.x - box.width / 2, y: at.y - box.height / 2 }
  if (store.perform({ type: 'add-boxes', slideId, imageBoxes: [placed] }, { selection: [box.id] })) store.announce('Image added')
}

/** Sets the photo of a slide. */
export async function setDroppedPhoto(session: EditorSession, file: File, slideId: string): Promise<void> {
  session.store.announce('Uploading the photo')
  const { filePath } = await uploadFile(file, 'media')
  await changePhoto(placingIn(session), slideId, filePath)
}

/** Adds a slide for each photo, in their order. Photos that fail to upload are left out, with a message. */
export async function addDroppedSlides(session: EditorSession, files: readonly File[], after: string): Promise<void> {
  session.store.announce(`Uploading ${files.length} photos`)
  const uploads = await Promise.allSettled(files.map((file) => uploadFile(file, 'media')))
  const count = session.store.doc().slides.length
  const slides = uploads.flatMap((upload, index): Slide[] =>
    upload.status === 'fulfilled' ? [{ ...newSlide(newUuid(), count + index + 1), backgroundImage: upload.value.filePath }] : [],
  )
  for (const upload of uploads) if (upload.status === 'rejected') notify.error(toApiError(upload.reason).message)
  addCopies(session, { slides, after, done: 'added' })
}

/** The place under a dragged file: the stage, or a thumbnail; null elsewhere. */
export function placeOfDrop({ store }: EditorSession, { target, clientX, clientY }: DragEvent): DropPlace | null {
  if (!(target instanceof Element)) return null
  const strip = target.closest('[data-strip], [data-grid]')
  if (strip) {
    const slideId = target.closest<HTMLElement>('[data-slide]')?.dataset['slide'] ?? store.doc().slides.at(-1)?.id
    return slideId === undefined ? null : { slideId, at: null }
  }
  const slide = target.closest('[data-stage]')?.querySelector('[data-format]')
  if (!slide) return null
  const { left, top, width } = slide.getBoundingClientRect()
  const unit = width / SLIDE_WIDTH
  return { slideId: store.slide().id, at: { x: (clientX - left) / unit, y: (clientY - top) / unit } }
}
