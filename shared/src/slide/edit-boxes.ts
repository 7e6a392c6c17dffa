import { findBox, frameOf, listBoxes, LOGO_REF, logoFrame, stackBoxes } from './box.ts'
import type { BoxKind, BoxRef, Frame } from './box.ts'
import { NEW_IMAGE_BOX } from './defaults.ts'
import { withText } from './emphasis.ts'
import { clamp, clampFrame, limitPicture } from './geometry.ts'
import { BOX_RANGES, FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_BOX_TEXT, MAX_BOXES, TYPE_SIZE_MAX } from './limits.ts'
import type { ImageBox, LogoPosition, ShapeBox, Slide, TextBox } from './model.ts'
import { sameData } from './same-data.ts'

/** A new place of a box; a resized text box brings its new font size along. */
export type FrameChange = Partial<Frame> & { fontSize?: number }

/** Values for some fields; null takes an optional field away. */
export type Patch<T> = { [K in keyof T]?: undefined extends T[K] ? T[K] | null : T[K] }

/** Fields of a text box that make its look. */
export type TextStyling = Patch<Omit<TextBox, 'id' | 'text' | 'pageNumber' | keyof Frame | keyof LayerFields>>

/** Fields of the layers panel, which every kind of box has. */
export type LayerFields = Pick<TextBox, 'name' | 'locked' | 'hidden'>

/** Fields of an image or shape that make its look. */
type PictureStyling = Patch<Omit<ImageBox, 'id' | 'imageUrl' | keyof Frame> & Omit<ShapeBox, 'id' | 'shape' | keyof Frame>>

/** Fields that can be set on several boxes at once: each kind takes those it has. */
export type BoxStyle = TextStyling & Omit<PictureStyling, keyof TextStyling> & Patch<LayerFields>

/** Boxes of one slide, by kind. */
export interface Boxes {
  textBoxes?: TextBox[]
  imageBoxes?: ImageBox[]
  shapeBoxes?: ShapeBox[]
}

/** Where boxes go in the stack. */
export type Layer = 'front' | 'forward' | 'backward' | 'back'

/** Text cut to what a box holds, never through the middle of a character made of two code units. */
export function limitText(text: string): string {
  if (text.length <= MAX_BOX_TEXT) return text
  const cut = text.slice(0, MAX_BOX_TEXT)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Sets a box's text. Empty text is not saved: the box keeps what it had. A page number that is typed over becomes a text. */
export function setText(slide: Slide, boxId: string, text: string): Slide {
  const present = slide.textBoxes.find((box) => box.id === boxId)
  const next = limitText(text)
  if (!present || present.locked || next.trim() === '' || present.text === next) return slide
  const changed = applyPatch<TextBox>(withText(present, next), { pageNumber: null })
  return { ...slide, textBoxes: slide.textBoxes.map((box) => (box.id === boxId ? changed : box)) }
}

/** Resizing keeps type within the specified sizes, or below its own where that is larger. */
function resizedType(wanted: number, { fontSize }: { fontSize?: unknown }): number {
  return clamp(wanted, FONT_SIZE_MIN, typeof fontSize === 'number' ? Math.max(fontSize, FONT_SIZE_MAX) : FONT_SIZE_MAX)
}

/** Moves and resizes any number of boxes, each held within its limits. */
export function setFrames(slide: Slide, frames: Record<BoxRef, FrameChange>): Slide {
  const place = <T extends Frame & LayerFields>(box: T, kind: BoxKind, ref: BoxRef): T => {
    const change = frames[ref]
    if (!change || box.locked) return box
    const wanted = { ...frameOf(box), ...definedFrame(change) }
    const frame = clampFrame(kind === 'image' || kind === 'logo' ? limitPicture(box, wanted) : wanted, kind, slide.format)
    const fontSize = change.fontSize === undefined || !('fontSize' in box) ? {} : { fontSize: resizedType(change.fontSize, box) }
    const next = { ...box, ...frame, ...fontSize }
    return sameFields(box, next) ? box : next
  }
  const imageBoxes = keepIfSame(slide.imageBoxes, (box) => place(box, 'image', box.id))
  const textBoxes = keepIfSame(slide.textBoxes, (box) => place(box, 'text', box.id))
  const shapeBoxes = slide.shapeBoxes && keepIfSame(slide.shapeBoxes, (box) => place(box, 'shape', box.id))
  const logo = LOGO_REF in frames ? logoFrame(slide) : null
  const logoPosition = logo ? place<LogoPosition>(logo, 'logo', LOGO_REF) : slide.logoPosition
  return withFields(slide, { imageBoxes, textBoxes, shapeBoxes, logoPosition: logoPosition === logo ? slide.logoPosition : logoPosition })
}

/** The slide with fields set; the very same slide if they were so already. Undefined takes no part. */
function withFields(slide: Slide, fields: { [K in keyof Slide]?: Slide[K] | undefined }): Slide {
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return sameFields(slide, set) ? slide : { ...slide, ...set }
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

/** Removes boxes that are not locked; removing the logo leaves the slide without one. */
export function deleteBoxes(slide: Slide, refs: readonly BoxRef[]): Slide {
  const stay = ({ id, locked }: { id: string } & LayerFields): boolean => !refs.includes(id) || locked === true
  const without = <T extends { id: string } & LayerFields>(list: T[]): T[] => (list.every(stay) ? list : list.filter(stay))
  const dropLogo = refs.includes(LOGO_REF) && slide.logoImage !== null && !slide.logoPosition?.locked
  const shapeBoxes = slide.shapeBoxes && without(slide.shapeBoxes)
  const next = withFields(slide, {
    imageBoxes: without(slide.imageBoxes),
    textBoxes: without(slide.textBoxes),
    shapeBoxes,
    ...(dropLogo ? { logoImage: null, logoPosition: null } : {}),
  })
  return withoutEmptyShapes(next)
}

/** A slide whose last shape went is a slide without shapes. */
function withoutEmptyShapes(slide: Slide): Slide {
  if (slide.shapeBoxes?.length !== 0) return slide
  const { shapeBoxes: _, ...rest } = slide
  return rest
}

/** Adds boxes in front of those of their kind, as many as the slide holds; an id that exists is not added twice. */
export function addBoxes(slide: Slide, boxes: Boxes): Slide {
  const taken = new Set(listBoxes(slide).map(({ ref }) => ref))
  const added = <T extends Frame & { id: string }>(list: T[], fresh: T[] = [], kind: BoxKind): T[] => {
    const room = MAX_BOXES - list.length
    const next = fresh.filter(({ id }) => !taken.has(id) && taken.add(id)).slice(0, room)
    return next.length === 0 ? list : [...list, ...next.map((box) => ({ ...box, ...clampFrame(frameOf(box), kind, slide.format) }))]
  }
  const texts = boxes.textBoxes?.map((box) => ({ ...box, text: limitText(box.text) }))
  const shapes = added(slide.shapeBoxes ?? [], boxes.shapeBoxes, 'shape')
  return withFields(slide, {
    textBoxes: added(slide.textBoxes, texts, 'text'),
    imageBoxes: added(slide.imageBoxes, boxes.imageBoxes, 'image'),
    shapeBoxes: shapes.length > 0 ? shapes : undefined,
  })
}

const RANGES: Partial<Record<string, readonly [number, number]>> = { ...BOX_RANGES, fontSize: [FONT_SIZE_MIN, TYPE_SIZE_MAX] }

/** The thing with fields set, each number within its range; the very same thing if they were so already. */
export function applyPatch<T extends object>(thing: T, patch: Patch<NoInfer<T>>): T {
  const next = { ...thing }
  for (const [field, value] of Object.entries<unknown>(patch)) {
    const range = RANGES[field]
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) continue
    if (value === null) Reflect.deleteProperty(next, field)
    else Reflect.set(next, field, range && typeof value === 'number' ? clamp(value, ...range) : value)
  }
  return sameData(thing, next) ? thing : next
}

/** Values that a box has without the field: setting one removes the field, so that the same look is the same document. */
const DEFAULTS: Patch<TextBox & ShapeBox> = {
  align: 'center',
  flip: false,
  hidden: false,
  italic: false,
  letterSpacing: 0,
  noOutline: false,
  locked: false,
  opacity: 1,
  radius: 0,
  rotation: 0,
  uppercase: false,
}

const LAYER_STYLE = ['name', 'locked', 'hidden'] as const satisfies readonly (keyof LayerFields)[]
const SHARED_STYLE = [...LAYER_STYLE, 'rotation', 'opacity', 'shadow'] as const

/** The fields of a style that each kind of box has. */
const STYLE_FIELDS: Record<BoxKind, readonly (keyof BoxStyle)[]> = {
  text: [
    ...SHARED_STYLE,
    ...(['fontSize', 'color', 'fontWeight', 'textColor', 'outlineColor', 'noOutline', 'highlightColor', 'font', 'italic'] as const),
    ...(['uppercase', 'align', 'lineHeight', 'letterSpacing', 'emphasis'] as const),
  ],
  image: [...SHARED_STYLE, 'crop', 'flip', 'radius', 'border'],
  shape: [...SHARED_STYLE, 'fill', 'stroke', 'radius', 'glyph', 'flip', 'step', 'steps'],
  logo: LAYER_STYLE,
}

function styleBox<T extends object>(box: T, style: BoxStyle, kind: BoxKind): T {
  const fields = STYLE_FIELDS[kind].filter((field) => style[field] !== undefined)
  const patch = fields.map((field) => {
    const value = style[field] === Reflect.get(DEFAULTS, field) ? null : style[field]
    // An image box always stores its opacity.
    return [field, value === null && field === 'opacity' && kind === 'image' ? NEW_IMAGE_BOX.opacity : value]
  })
  return applyPatch<T>(box, Object.fromEntries(patch) as Patch<T>)
}

/** Sets the look of boxes. */
export function styleBoxes(slide: Slide, refs: readonly BoxRef[], style: BoxStyle): Slide {
  const styled = <T extends { id: string }>(list: T[], kind: BoxKind): T[] =>
    keepIfSame(list, (box) => (refs.includes(box.id) ? styleBox(box, style, kind) : box))
  const logo = refs.includes(LOGO_REF) ? logoFrame(slide) : null
  const logoPosition = logo && styleBox(logo, style, 'logo')
  return withFields(slide, {
    textBoxes: styled(slide.textBoxes, 'text'),
    imageBoxes: styled(slide.imageBoxes, 'image'),
    shapeBoxes: slide.shapeBoxes && styled(slide.shapeBoxes, 'shape'),
    logoPosition: logoPosition && logoPosition !== logo ? logoPosition : slide.logoPosition,
  })
}

/** Sets the look of all texts of a slide. */
export function styleTexts(slide: Slide, style: TextStyling): Slide {
  const textBoxes = keepIfSame(slide.textBoxes, (box) => styleBox(box, style, 'text'))
  return textBoxes === slide.textBoxes ? slide : { ...slide, textBoxes }
}

/** Changes which box lies over which. */
export function orderBoxes(slide: Slide, refs: readonly BoxRef[], to: Layer): Slide {
  const order = listBoxes(slide).map(({ ref }) => ref)
  const next = reorder(order, refs, to)
  return next === order ? slide : stackBoxes(slide, next)
}

function reorder(list: BoxRef[], refs: readonly BoxRef[], to: Layer): BoxRef[] {
  const picked = (item: BoxRef): boolean => refs.includes(item)
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
