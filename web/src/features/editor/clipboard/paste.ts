import { copyBoxes, newTextBox, pastedImageBox, placeNew, refsOf } from '@ninesixteen/shared/slide/new-box'
import { imageBoxSchema, MAX_BOXES, shapeBoxSchema, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { z } from 'zod'
import { toApiError } from '../../../api/api-error.ts'
import { notify } from '../../../components/toast.tsx'
import { newUuid } from '../../../api/new-id.ts'
import type { EditorSession } from '../document/session.ts'

/** Clipboard content that can be pasted on a slide. */
export type Clipping = { kind: 'boxes'; json: string } | { kind: 'image'; file: File } | { kind: 'text'; text: string }

/** Boxes on the clipboard, validated on paste because any program can write them. */
const boxesSchema = z.object({
  textBoxes: z.array(textBoxSchema).max(MAX_BOXES),
  imageBoxes: z.array(imageBoxSchema).max(MAX_BOXES),
  shapeBoxes: z.array(shapeBoxSchema).max(MAX_BOXES).default([]),
})

function pasteBoxes({ store }: EditorSession, slideId: string, json: string): void {
  const boxes = boxesSchema.safeParse(JSON.parse(json))
  const slide = store.doc().slides.find((it) => it.id === slideId)
  if (!boxes.success || !slide) return
  const copies = copyBoxes(slide, boxes.data, newUuid)
  if (store.perform({ type: 'add-boxes', slideId, ...copies }, { selection: refsOf(copies) })) store.announce('Pasted')
}

async function pasteImage({ store }: EditorSession, slideId: string, file: File): Promise<void> {
  store.announce('Uploading the pasted image')
  try {
    const { uploadFile } = await import('../../../api/upload-file.ts')
    const { filePath, width, height } = await uploadFile(file, 'image-box')
    const slide = store.doc().slides.find((it) => it.id === slideId)
    if (!slide) return
    const box = placeNew(slide, pastedImageBox(newUuid(), { imageUrl: filePath, width, height }))
    if (store.perform({ type: 'add-boxes', slideId, imageBoxes: [box] }, { selection: [box.id] })) store.announce('Image pasted')
  } catch (cause) {
    notify.error(toApiError(cause).message)
  }
}

function pasteText({ store }: EditorSession, slideId: string, text: string): void {
  const slide = store.doc().slides.find((it) => it.id === slideId)
  if (!slide) return
  const box = placeNew(slide, { ...newTextBox(newUuid()), text })
  if (store.perform({ type: 'add-boxes', slideId, textBoxes: [box] }, { selection: [box.id] })) store.announce('Text pasted')
}

/** Pastes on the slide that was shown when the user pasted. */
export async function paste(session: EditorSession, slideId: string, what: Clipping): Promise<void> {
  if (what.kind === 'boxes') pasteBoxes(session, slideId, what.json)
  if (what.kind === 'image') await pasteImage(session, slideId, what.file)
  if (what.kind === 'text') pasteText(session, slideId, what.text)
}
