import type { Frame } from './box.ts'
import { NEW_IMAGE_BOX, NEW_TEXT_BOX } from './defaults.ts'
import { clampFrame } from './geometry.ts'
import type { ImageBox, TextBox } from './model.ts'

/** Pasted pictures: where they land, and their largest side in units and as a share of their pixels. */
const PASTED = { x: 50, y: 100, maxSide: 150, maxShare: 0.3 } as const

/** How far a duplicate stands from its original, in units, so that it can be seen. */
export const DUPLICATE_OFFSET = 12

/** A text box as the button adds it. */
export function newTextBox(id: string): TextBox {
  return { id, ...NEW_TEXT_BOX }
}

/** A picture's box as the picker adds it. */
export function newImageBox(id: string, imageUrl: string): ImageBox {
  return { id, imageUrl, ...NEW_IMAGE_BOX }
}

/** The box of a pasted picture: at most 150 units and at most 30 % of its pixels wide and high, in its own ratio. */
export function pastedImageBox(id: string, picture: { imageUrl: string; width: number; height: number }): ImageBox {
  const scale = Math.min(PASTED.maxShare, PASTED.maxSide / picture.width, PASTED.maxSide / picture.height)
  const frame: Frame = { x: PASTED.x, y: PASTED.y, width: picture.width * scale, height: picture.height * scale }
  return { id, imageUrl: picture.imageUrl, ...NEW_IMAGE_BOX, ...clampFrame(frame, 'image') }
}

/** A copy beside its original, under an id of its own. */
export function copyBox<T extends Frame & { id: string }>(box: T, id: string): T {
  return { ...box, id, x: box.x + DUPLICATE_OFFSET, y: box.y + DUPLICATE_OFFSET }
}
