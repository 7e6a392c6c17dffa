import { findBox, frameOf, LOGO_REF, logoFrame } from './box.ts'
import type { BoxKind, BoxRef, Frame } from './box.ts'
import { NEW_IMAGE_BOX } from './defaults.ts'
import { clamp, clampFrame, limitPicture } from './geometry.ts'
import { BOX_RANGES, FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_BOX_TEXT, MAX_BOXES } from './limits.ts'
import type { ImageBox, Slide, TextBox } from './model.ts'
import { sameData } from './same-data.ts'

/** A new place of a box; a resized text box brings its new font size along. */
export type FrameChange = Partial<Frame> & { fontSize?: number }

/** Values for some fields; null takes an optional field away. */
export type Patch<T> = { [K in keyof T]?: undefined extends T[K] ? T[K] | null : T[K] }

/** Fields of a text box that make its look. */
export type TextStyling = Patch<Omit<TextBox, 'id' | 'text' | keyof Frame>>

/** Fields that can be set on several boxes at once. An image box has only the opacity. */
export type BoxStyle = TextStyling

/** Where boxes go in the order in which their kind is painted. */
export type Layer = 'front' | 'forward' | 'backward' | 'back'

/** Text cut to what a box holds, never through the middle of a character made of two code units. */
function limitText(text: string): string {
  if (text.length <= MAX_BOX_TEXT) return text
  const cut = text.slice(0, MAX_BOX_TEXT)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Sets a box's text. Empty text is not saved: the box keeps what it had. */
export function setText(slide: Slide, boxId: string, text: string): Slide {
  const present = slide.textBoxes.find((box) => box.id === boxId)
  const next = limitText(text)
  if (!present || next.trim() === '' || present.text === next) return slide
  return { ...slide, textBoxes: slide.textBoxes.map((box) => (box.id === boxId ? { ...box, text: next } : box)) }
}

/** Moves and resizes any number of boxes, each held within its limits. */
export function setFrames(slide: Slide, frames: Record<BoxRef, FrameChange>): Slide {
  const place = <T extends Frame>(box: T, kind: BoxKind, ref: BoxRef): T => {
    const change = frames[ref]
    if (!change) return box
    const wanted = { ...frameOf(box), ...definedFrame(change) }
    const frame = clampFrame(kind === 'text' ? wanted : limitPicture(box, wanted), kind)
    const fontSize =
      change.fontSize === undefined || kind !== 'text' ? {} : { fontSize: clamp(change.fontSize, FONT_SIZE_MIN, FONT_SIZE_MAX) }
    const next = { ...box, ...frame, ...fontSize }
    return sameFields(box, next) ? box : next
  }
  const imageBoxes = keepIfSame(slide.imageBoxes, (box) => place(box, 'image', box.id))
  const textBoxes = keepIfSame(slide.textBoxes, (box) => place(box, 'text', box.id))
  const logo = LOGO_REF in frames ? logoFrame(slide) : null
  const logoPosition = logo ? place(logo, 'logo', LOGO_REF) : slide.logoPosition
  if (imageBoxes === slide.imageBoxes && textBoxes === slide.textBoxes && (logo === null || logoPosition === logo)) return slide
  return { ...slide, imageBoxes, textBoxes, logoPosition }
}

function definedFrame({ x, y, width, height }: FrameChange): Partial<Frame> {
  return Object.fromEntries(Object.entries({ x, y, width, height }).filter(([, value]) => value !== undefined && Number.isFinite(value)))
}

function sameFields(a: object, b: object): boolean {
  return Object.entries(b).every(([key, value]) => Object.is(Reflect.get(a, key), value))
}

function keepIfSame<T>(list: T[], change: (item: T) => T): T[] {
  const next = list.map(change)
  return next.every((item, index) => item === list[index]) ? list : next
}

/** Moves boxes by a step, as the arrow keys do. */
export function moveBoxes(slide: Slide, refs: readonly BoxRef[], step: { dx: number; dy: number }): Slide {
  const frames: Record<BoxRef, FrameChange> = {}
  for (const ref of refs) {
    const frame = findBox(slide, ref)?.frame
    if (frame) frames[ref] = { x: frame.x + step.dx, y: frame.y + step.dy }
  }
  return setFrames(slide, frames)
}

/** Removes boxes; removing the logo leaves the slide without one. */
export function deleteBoxes(slide: Slide, refs: readonly BoxRef[]): Slide {
  const imageBoxes = slide.imageBoxes.filter((box) => !refs.includes(box.id))
  const textBoxes = slide.textBoxes.filter((box) => !refs.includes(box.id))
  const dropLogo = refs.includes(LOGO_REF) && slide.logoImage !== null
  if (imageBoxes.length === slide.imageBoxes.length && textBoxes.length === slide.textBoxes.length && !dropLogo) return slide
  return { ...slide, imageBoxes, textBoxes, ...(dropLogo ? { logoImage: null, logoPosition: null } : {}) }
}

/** Adds boxes in front of those of their kind, as many as the slide holds; an id that exists is not added twice. */
export function addBoxes(slide: Slide, boxes: { textBoxes: TextBox[]; imageBoxes: ImageBox[] }): Slide {
  const taken = new Set([...slide.textBoxes, ...slide.imageBoxes].map((box) => box.id))
  const fresh = <T extends Frame & { id: string }>(list: T[], kind: BoxKind): T[] =>
    list.flatMap((box) => {
      if (taken.has(box.id)) return []
      taken.add(box.id)
      return [{ ...box, ...clampFrame(frameOf(box), kind) }]
    })
  const textBoxes = [...slide.textBoxes, ...fresh(boxes.textBoxes, 'text').map((box) => ({ ...box, text: limitText(box.text) }))].slice(
    0,
    MAX_BOXES,
  )
  const imageBoxes = [...slide.imageBoxes, ...fresh(boxes.imageBoxes, 'image')].slice(0, MAX_BOXES)
  if (textBoxes.length === slide.textBoxes.length && imageBoxes.length === slide.imageBoxes.length) return slide
  return { ...slide, textBoxes, imageBoxes }
}

const RANGES: Partial<Record<string, readonly [number, number]>> = { ...BOX_RANGES, fontSize: [FONT_SIZE_MIN, FONT_SIZE_MAX] }

/** The thing with fields set, each number within its range; the very same thing if they were so already. */
export function applyPatch<T extends object>(thing: T, patch: Patch<NoInfer<T>>): T {
  const next = { ...thing }
  for (const [field, value] of Object.entries(patch) as [string, unknown][]) {
    const range = RANGES[field]
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) continue
    if (value === null) Reflect.deleteProperty(next, field)
    else Reflect.set(next, field, range && typeof value === 'number' ? clamp(value, ...range) : value)
  }
  return sameData(thing, next) ? thing : next
}

/** What a text has without the field: setting it takes the field away, so that the same look is the same document. */
const TEXT_DEFAULTS: Partial<TextBox> = { align: 'center', italic: false, letterSpacing: 0, opacity: 1, rotation: 0, uppercase: false }

function styleText(box: TextBox, style: TextStyling): TextBox {
  const patch = Object.entries(style).map(([field, value]) => [field, value === Reflect.get(TEXT_DEFAULTS, field) ? null : value])
  return applyPatch(box, Object.fromEntries(patch) as TextStyling)
}

/** Sets the look of boxes. */
export function styleBoxes(slide: Slide, refs: readonly BoxRef[], style: BoxStyle): Slide {
  const textBoxes = keepIfSame(slide.textBoxes, (box) => (refs.includes(box.id) ? styleText(box, style) : box))
  const { opacity } = style
  const imageBoxes = keepIfSame(slide.imageBoxes, (box) =>
    refs.includes(box.id) && opacity !== undefined ? applyPatch(box, { opacity: opacity ?? NEW_IMAGE_BOX.opacity }) : box,
  )
  return textBoxes === slide.textBoxes && imageBoxes === slide.imageBoxes ? slide : { ...slide, textBoxes, imageBoxes }
}

/** Sets the look of all texts of a slide. */
export function styleTexts(slide: Slide, style: TextStyling): Slide {
  const textBoxes = keepIfSame(slide.textBoxes, (box) => styleText(box, style))
  return textBoxes === slide.textBoxes ? slide : { ...slide, textBoxes }
}

/** Changes which box of a kind lies over which. */
export function orderBoxes(slide: Slide, refs: readonly BoxRef[], to: Layer): Slide {
  const imageBoxes = reorder(slide.imageBoxes, refs, to)
  const textBoxes = reorder(slide.textBoxes, refs, to)
  return imageBoxes === slide.imageBoxes && textBoxes === slide.textBoxes ? slide : { ...slide, imageBoxes, textBoxes }
}

function reorder<T extends { id: string }>(list: T[], refs: readonly BoxRef[], to: Layer): T[] {
  const picked = (item: T): boolean => refs.includes(item.id)
  if (!list.some(picked)) return list
  const next = to === 'front' || to === 'back' ? toEnd(list, picked, to) : byOne(list, picked, to)
  return next.every((item, index) => item === list[index]) ? list : next
}

function toEnd<T>(list: T[], picked: (item: T) => boolean, to: 'front' | 'back'): T[] {
  const rest = list.filter((item) => !picked(item))
  return to === 'front' ? [...rest, ...list.filter(picked)] : [...list.filter(picked), ...rest]
}

/** Each picked item passes one neighbour that is not picked; walked from the end it moves towards, so that none overtakes another. */
function byOne<T>(list: T[], picked: (item: T) => boolean, to: 'forward' | 'backward'): T[] {
  const next = to === 'forward' ? list.toReversed() : [...list]
  for (let index = 1; index < next.length; index++) {
    const [before, item] = [next[index - 1], next[index]]
    if (before !== undefined && item !== undefined && picked(item) && !picked(before)) [next[index - 1], next[index]] = [item, before]
  }
  return to === 'forward' ? next.toReversed() : next
}
