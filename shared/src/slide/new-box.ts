import type { Frame } from './box.ts'
import { NEW_IMAGE_BOX, NEW_TEXT_BOX } from './defaults.ts'
import { boundsOf, clampFrame } from './geometry.ts'
import { SLIDE_HEIGHT, SLIDE_WIDTH } from './limits.ts'
import type { ImageBox, Slide, TextBox } from './model.ts'

/** Pasted pictures: where they land, and their largest side in units and as a share of their pixels. */
const PASTED = { x: 50, y: 100, maxSide: 150, maxShare: 0.3 } as const

/** Offset of a duplicate from its original, in units, so that both are visible. */
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

/** Units that boxes move on when they come back to the slide's edge, so that they never lie on those of the round before. */
const NEXT_ROUND = 5

/** Offset of the nth box: the cascade turns back at the edge of the slide, `room` units from the last of them. */
function aside(steps: number, room: number): number {
  const round = DUPLICATE_OFFSET * Math.max(1, Math.floor(room / DUPLICATE_OFFSET) + 1)
  return (steps * DUPLICATE_OFFSET) % round
}

/** Moves boxes together, step by step, until none lies exactly on a box that is already on the slide: the user would not see it. */
function moveAside<T extends Frame>(slide: Pick<Slide, 'textBoxes' | 'imageBoxes'>, boxes: readonly T[]): T[] {
  const taken = [...slide.textBoxes, ...slide.imageBoxes]
  const { x, y, width, height } = boundsOf(boxes)
  const room = { x: SLIDE_WIDTH - x - width, y: SLIDE_HEIGHT - y - height }
  for (let steps = 0; ; steps += 1) {
    const dy = aside(steps, room.y)
    const round = Math.floor((steps * DUPLICATE_OFFSET) / Math.max(DUPLICATE_OFFSET, room.y))
    const placed = boxes.map((box) => ({ ...box, x: box.x + aside(steps, room.x), y: box.y + dy + round * NEXT_ROUND }))
    if (!placed.some((box) => taken.some((other) => other.x === box.x && other.y === box.y))) return placed
  }
}

/** A new box at its place, or the first free place beside it. */
export function placeNew<T extends Frame>(slide: Pick<Slide, 'textBoxes' | 'imageBoxes'>, box: T): T {
  return moveAside(slide, [box])[0] ?? box
}

interface Boxes {
  textBoxes: readonly TextBox[]
  imageBoxes: readonly ImageBox[]
}

/** Copies at their own place where it is free, else beside their originals and earlier copies, under ids of their own. */
export function copyBoxes(slide: Pick<Slide, 'textBoxes' | 'imageBoxes'>, { textBoxes, imageBoxes }: Boxes, newId: () => string) {
  const placed = moveAside<TextBox | ImageBox>(slide, [...textBoxes, ...imageBoxes])
  const place = (index: number) => ({ id: newId(), x: placed[index]?.x ?? 0, y: placed[index]?.y ?? 0 })
  return {
    textBoxes: textBoxes.map((box, index) => ({ ...box, ...place(index) })),
    imageBoxes: imageBoxes.map((box, index) => ({ ...box, ...place(textBoxes.length + index) })),
  }
}
