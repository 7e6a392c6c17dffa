import { listBoxes } from './box.ts'
import type { BoxRef, Frame } from './box.ts'
import { NEW_IMAGE_BOX, NEW_TEXT_BOX } from './defaults.ts'
import type { Boxes, LayerFields } from './edit-boxes.ts'
import { boundsOf, clampFrame, overlapArea } from './geometry.ts'
import { MAIN_FORMAT, slideHeight } from './formats.ts'
import { LAYER_NAME_MAX, SLIDE_HEIGHT, SLIDE_WIDTH } from './limits.ts'
import type { Shape } from './limits.ts'
import type { ImageBox, ShapeBox, Slide, TextBox } from './model.ts'
import { cutText } from '../text/rules.ts'
import { SAFE_AREA } from './safe-area.ts'

/** Pasted pictures: where they land, and their largest side in units and as a share of their pixels. */
const PASTED = { x: 50, y: 100, maxSide: 150, maxShare: 0.3 } as const

/** Offset of a duplicate from its original, in units, so that both are visible. */
export const DUPLICATE_OFFSET = 12

/** A text box as the button adds it. */
export function newTextBox(id: string): TextBox {
  return { id, ...NEW_TEXT_BOX }
}

/** Browsers call every pasted image so. */
const PASTED_NAME = 'image'

/** The layer name of a new image: its file's without the extension, numbered where another box of the slide has it. Nothing without a name. */
export function nameImage(slide: Slide, filename: string | undefined): { name?: string } {
  const stem = (filename ?? '')
    .replace(/\.\w{1,5}$/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  if (stem === '' || stem.toLowerCase() === PASTED_NAME) return {}
  const taken = new Set(listBoxes(slide).map(({ box }) => box.name))
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`
    const name = cutText(stem, LAYER_NAME_MAX - ending.length).trim() + ending
    if (!taken.has(name)) return { name }
  }
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
function moveAside<T extends Frame>(slide: SlideBoxes, boxes: readonly T[]): T[] {
  const taken = [...slide.textBoxes, ...slide.imageBoxes, ...(slide.shapeBoxes ?? [])]
  const { x, y, width, height } = boundsOf(boxes)
  const room = { x: SLIDE_WIDTH - x - width, y: slideHeight(slide.format ?? MAIN_FORMAT) - y - height }
  for (let steps = 0; ; steps += 1) {
    const dy = aside(steps, room.y)
    const round = Math.floor((steps * DUPLICATE_OFFSET) / Math.max(DUPLICATE_OFFSET, room.y))
    const placed = boxes.map((box) => ({ ...box, x: box.x + aside(steps, room.x), y: box.y + dy + round * NEXT_ROUND }))
    if (!placed.some((box) => taken.some((other) => other.x === box.x && other.y === box.y))) return placed
  }
}

type SlideBoxes = Pick<Slide, 'textBoxes' | 'imageBoxes' | 'shapeBoxes' | 'format'>

/** A new box at its place, or the first free place beside it. */
export function placeNew<T extends Frame>(slide: SlideBoxes, box: T): T {
  return moveAside(slide, [box])[0] ?? box
}

/** Units between a new text and what it goes beside. */
const TEXT_GAP = 4

function lies(inner: Frame, outer: Frame): boolean {
  const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width
  return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height
}

/** A new text at its place, else at the nearest free place of the slide. A shape or an image that lies behind all of a text does not take its place. */
export function placeNewText(slide: Slide, box: TextBox): TextBox {
  const others = listBoxes(slide).filter((entry) => !entry.box.hidden)
  const isFree = (place: Frame): boolean =>
    others.every(({ kind, frame }) => overlapArea(place, frame) === 0 || ((kind === 'shape' || kind === 'image') && lies(place, frame)))
  const xs = [box.x, ...others.flatMap(({ frame }) => [frame.x - box.width - TEXT_GAP, frame.x + frame.width + TEXT_GAP])]
  const ys = [box.y, ...others.flatMap(({ frame }) => [frame.y - box.height - TEXT_GAP, frame.y + frame.height + TEXT_GAP])]
  const distance = ({ x, y }: Frame): number => Math.hypot(x - box.x, y - box.y)
  const whole = { x: 0, y: 0, width: SLIDE_WIDTH, height: slideHeight(slide.format ?? MAIN_FORMAT) }
  const places = xs.flatMap((x) => ys.map((y) => ({ ...box, x, y }))).toSorted((a, b) => distance(a) - distance(b))
  const free = places.filter((place) => lies(place, whole) && isFree(place))
  return free.find((place) => lies(place, SAFE_AREA)) ?? free[0] ?? placeNew(slide, box)
}

function unlocked<T extends LayerFields>(box: T): Omit<T, 'locked'> {
  const { locked: _, ...rest } = box
  return rest
}

/** The boxes of a slide among these references, as they are copied: unlocked, by kind and from back to front. The logo belongs to the slide. */
export function pickBoxes(slide: Slide, refs: readonly BoxRef[]): Required<Boxes> {
  const picked = listBoxes(slide).filter(({ ref }) => refs.includes(ref))
  return {
    textBoxes: picked.flatMap((entry) => (entry.kind === 'text' ? [unlocked(entry.box)] : [])),
    imageBoxes: picked.flatMap((entry) => (entry.kind === 'image' ? [unlocked(entry.box)] : [])),
    shapeBoxes: picked.flatMap((entry) => (entry.kind === 'shape' ? [unlocked(entry.box)] : [])),
  }
}

/** References of boxes of all kinds. */
export function refsOf({ textBoxes = [], imageBoxes = [], shapeBoxes = [] }: Boxes): BoxRef[] {
  return [...textBoxes, ...imageBoxes, ...shapeBoxes].map(({ id }) => id)
}

/** Copies at their own place where it is free, else beside their originals and earlier copies, under ids of their own. */
export function copyBoxes(slide: SlideBoxes, boxes: Boxes, newId: () => string): Required<Boxes> {
  const { textBoxes = [], imageBoxes = [], shapeBoxes = [] } = boxes
  const placed = moveAside<TextBox | ImageBox | ShapeBox>(slide, [...textBoxes, ...imageBoxes, ...shapeBoxes])
  let next = 0
  const copy = <T extends Frame>(list: readonly T[]): T[] =>
    list.map((box) => {
      const { x = 0, y = 0 } = placed[next++] ?? {}
      return { ...box, id: newId(), x, y }
    })
  return { textBoxes: copy(textBoxes), imageBoxes: copy(imageBoxes), shapeBoxes: copy(shapeBoxes) }
}

/** A shape as the elements panel adds it, in the middle of the slide. */
export function newShapeBox(id: string, shape: Shape, look: Partial<Omit<ShapeBox, 'id' | 'shape'>> = {}): ShapeBox {
  const { width, height } = { ...NEW_SHAPE[shape], ...look }
  const frame = { x: (SLIDE_WIDTH - width) / 2, y: Math.round((SLIDE_HEIGHT - height) / 2), width, height }
  return { id, shape, ...NEW_SHAPE[shape], ...frame, ...look }
}

const WHITE = '#ffffff'
const LINE = { color: WHITE, width: 3 } as const

/** The look of a new shape, in slide units. */
const NEW_SHAPE: Record<Shape, Pick<ShapeBox, 'width' | 'height'> & Partial<ShapeBox>> = {
  rectangle: { width: 120, height: 80, fill: WHITE, radius: 10 },
  ellipse: { width: 100, height: 100, fill: WHITE },
  line: { width: 140, height: 8, stroke: LINE },
  arrow: { width: 110, height: 28, stroke: LINE },
  bubble: { width: 150, height: 90, fill: WHITE, radius: 16 },
  progress: { width: 120, height: 8, fill: WHITE },
  emoji: { width: 72, height: 72 },
  icon: { width: 72, height: 72, stroke: { color: WHITE, width: 6 } },
}

/** A text box that shows the number of its slide, in the upper right corner of the safe area, level with new progress dots. */
export function newPageNumber(id: string): TextBox {
  return { ...newTextBox(id), text: '1/1', pageNumber: 'of-total', x: 178, y: 13, width: 50, height: 30 }
}
