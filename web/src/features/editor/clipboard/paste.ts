import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { copyBoxes, nameImage, newTextBox, pastedImageBox, placeNew, placeNewText, refsOf } from '@ninesixteen/shared/slide/new-box'
import { imageBoxSchema, MAX_BOXES, shapeBoxSchema, slidesSchema, textBoxSchema } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import { z } from 'zod'
import { toApiError } from '../../../api/api-error.ts'
import { notify } from '../../../components/toast.tsx'
import { newUuid } from '../../../api/new-id.ts'
import { useSessionGate } from '../../../api/session-gate.ts'
import { addCopies, type SlidesOf } from '../actions/slides-together.ts'
import type { EditorSession } from '../document/session.ts'

/** Clipboard content that can be pasted on a slide. */
export type Clipping =
  | { kind: 'slides'; json: string }
  | { kind: 'boxes'; json: string }
  | { kind: 'image'; file: File }
  | { kind: 'text'; text: string }

/** Boxes on the clipboard, validated on paste because any program can write them. */
const boxesSchema = z.object({
  textBoxes: z.array(textBoxSchema).max(MAX_BOXES),
  imageBoxes: z.array(imageBoxSchema).max(MAX_BOXES),
  shapeBoxes: z.array(shapeBoxSchema).max(MAX_BOXES).default([]),
})

function pasteBoxes({ store }: EditorSession, slideId: string, json: string): void {
  const boxes = boxesSchema.safeParse(JSON.parse(json))
  const slide = store.slides().find((it) => it.id === slideId)
  if (!boxes.success || !slide) return
  const copies = copyBoxes(slide, boxes.data, newUuid)
  if (store.perform({ type: 'add-boxes', slideId, ...copies }, { selection: refsOf(copies) })) store.announce('Pasted')
}

/** Characters of the largest clipboard that is read: a full slideshow with long texts has about a million. */
const SLIDES_JSON_MAX = 8_000_000

const clippedSchema = z.object({ slides: slidesSchema })

function readSlides(json: string): Slide[] | null {
  if (json.length > SLIDES_JSON_MAX) return null
  try {
    return clippedSchema.parse(JSON.parse(json)).slides
  } catch (error) {
    console.info('The slides on the clipboard are invalid.', error)
    return null
  }
}

/** The server would refuse to save these. */
function hasForeignPhotos(slides: readonly Slide[]): boolean {
  const { userId } = useSessionGate.getState()
  const paths = slides.flatMap((slide) => [slide.backgroundImage, slide.logoImage, ...slide.imageBoxes.map((box) => box.imageUrl)])
  return paths.some((path) => path !== null && !path.startsWith(`${userId}/`) && !isStarterPath(path))
}

/** Adds copied slides after a given one. Returns the ids of the new slides: none when the clipboard's data can't be used. */
export function pasteSlides(session: SlidesOf, after: string, json: string): string[] {
  const slides = readSlides(json)
  if (!slides) notify.error('The slides on the clipboard can’t be read. Nothing was changed.')
  else if (hasForeignPhotos(slides)) notify.error('These slides use photos of another account. Nothing was pasted.')
  else return addCopies(session, { slides, after, done: 'pasted' })
  return []
}

async function pasteImage({ store }: EditorSession, slideId: string, file: File): Promise<void> {
  store.announce('Uploading the pasted image')
  try {
    const { uploadFile } = await import('../../../api/upload-file.ts')
    const { filePath, width, height } = await uploadFile(file, 'image-box')
    const slide = store.doc().slides.find((it) => it.id === slideId)
    if (!slide) return
    const named = { ...pastedImageBox(newUuid(), { imageUrl: filePath, width, height }), ...nameImage(slide, file.name) }
    const box = placeNew(slide, named)
    if (store.perform({ type: 'add-boxes', slideId, imageBoxes: [box], format: MAIN_FORMAT }, { selection: [box.id] }))
      store.announce('Image pasted')
  } catch (error) {
    notify.error(toApiError(error).message)
  }
}

function pasteText({ store }: EditorSession, slideId: string, text: string): void {
  const slide = store.doc().slides.find((it) => it.id === slideId)
  if (!slide) return
  const box = placeNewText(slide, { ...newTextBox(newUuid()), text })
  if (store.perform({ type: 'add-boxes', slideId, textBoxes: [box], format: MAIN_FORMAT }, { selection: [box.id] }))
    store.announce('Text pasted')
}

/** Pastes on the slide, or slides after it. */
export async function paste(session: EditorSession, slideId: string, what: Clipping): Promise<void> {
  if (what.kind === 'slides') {
    const ids = pasteSlides(session, slideId, what.json)
    if (ids.length > 0 && session.store.getState().grid) session.store.setState({ grid: { selected: ids } })
  }
  if (what.kind === 'boxes') pasteBoxes(session, slideId, what.json)
  if (what.kind === 'image') await pasteImage(session, slideId, what.file)
  if (what.kind === 'text') pasteText(session, slideId, what.text)
}
