import { copyBox, newTextBox, pastedImageBox } from '@ninesixteen/shared/slide/new-box'
import type { ImageBox, TextBox } from '@ninesixteen/shared/slide/model'
import { toApiError } from '../../api/api-error.ts'
import { notify } from '../../components/toast.tsx'
import { newUuid } from './new-id.ts'
import type { EditorSession } from './session.ts'

/** Boxes on the clipboard: they can be pasted on other slides and in other projects of the same browser. */
const BOXES_TYPE = 'application/x-ninesixteen-boxes'

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
  loadSchema().catch(() => undefined)
  data.setData(BOXES_TYPE, JSON.stringify(boxes))
  data.setData('text/plain', boxes.textBoxes.map((box) => box.text).join('\n'))
  return true
}

/** Loaded by the first paste: nothing else in the open editor needs zod. */
const loadSchema = () => import('./clipboard-schema.ts')

async function pasteBoxes({ store }: EditorSession, json: string): Promise<void> {
  const slideId = store.slide().id
  const { boxesSchema } = await loadSchema()
  const boxes = boxesSchema.safeParse(JSON.parse(json))
  const slide = store.doc().slides.find((it) => it.id === slideId)
  if (!boxes.success || !slide) return
  const isHere = (box: TextBox | ImageBox): boolean => [...slide.textBoxes, ...slide.imageBoxes].some((other) => other.id === box.id)
  // On the slide it came from a copy steps aside, on another one it keeps its place.
  const paste = <T extends TextBox | ImageBox>(box: T): T => (isHere(box) ? copyBox(box, newUuid()) : { ...box, id: newUuid() })
  const textBoxes = boxes.data.textBoxes.map(paste)
  const imageBoxes = boxes.data.imageBoxes.map(paste)
  const selection = [...textBoxes, ...imageBoxes].map((box) => box.id)
  if (store.perform({ type: 'add-boxes', slideId, textBoxes, imageBoxes }, { selection })) store.say('Pasted')
}

async function pastePicture({ store }: EditorSession, file: File): Promise<void> {
  const slideId = store.slide().id
  store.say('Uploading the pasted picture')
  try {
    const { uploadFile } = await import('../../api/upload-file.ts')
    const { filePath, width, height } = await uploadFile(file, 'image-box')
    const box = pastedImageBox(newUuid(), { imageUrl: filePath, width, height })
    if (store.perform({ type: 'add-boxes', slideId, textBoxes: [], imageBoxes: [box] }, { selection: [box.id] }))
      store.say('Picture pasted')
  } catch (cause) {
    notify.error(toApiError(cause).message)
  }
}

/** A text from elsewhere becomes a box of its own. */
function pasteText({ store }: EditorSession, text: string): void {
  const slideId = store.slide().id
  const box = { ...newTextBox(newUuid()), text }
  if (store.perform({ type: 'add-boxes', slideId, textBoxes: [box], imageBoxes: [] }, { selection: [box.id] })) store.say('Text pasted')
}

/** Pastes boxes, a picture, or, where it is asked for, a text on the slide. Null when the clipboard holds none of them. */
export function pasteOnSlide(session: EditorSession, data: DataTransfer, { texts }: { texts: boolean }): Promise<void> | null {
  const json = data.getData(BOXES_TYPE)
  if (json !== '') {
    return pasteBoxes(session, json).catch((cause: unknown) => notify.error(toApiError(cause).message))
  }
  const picture = [...data.files].find((file) => file.type.startsWith('image/'))
  if (picture) return pastePicture(session, picture)
  const text = texts ? data.getData('text/plain').trim() : ''
  if (text === '') return null
  pasteText(session, text)
  return Promise.resolve()
}
