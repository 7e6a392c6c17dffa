import { LOGO_PLACE } from './defaults.ts'
import { sameData } from './same-data.ts'
import type { ImageBox, LogoPosition, ShapeBox, Slide, TextBox } from './model.ts'

/** A rectangle on the slide, in slide units (SLIDE_WIDTH wide). */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

export type BoxKind = 'text' | 'image' | 'logo' | 'shape'

/** Names a box of a slide: its id, or LOGO_REF. */
export type BoxRef = string

/** The reference of a slide's logo, which has no id of its own. Ids of boxes never begin with `@`. */
export const LOGO_REF: BoxRef = '@logo'

/** A box of a slide, whatever its kind. */
export type SlideBox =
  | { kind: 'image'; ref: BoxRef; frame: Frame; box: ImageBox }
  | { kind: 'text'; ref: BoxRef; frame: Frame; box: TextBox }
  | { kind: 'shape'; ref: BoxRef; frame: Frame; box: ShapeBox }
  | { kind: 'logo'; ref: BoxRef; frame: Frame; box: LogoPosition }

/** The four numbers of anything that has them, without the rest. */
export function frameOf({ x, y, width, height }: Frame): Frame {
  return { x, y, width, height }
}

/** Position of the logo: its own, else the default. Null on a slide without a logo. */
export function logoFrame(slide: Slide): LogoPosition | null {
  if (slide.logoImage === null) return null
  return slide.logoPosition ?? LOGO_PLACE
}

/** All boxes in the order of their kinds, which is the stacking order of a slide without `layers`. */
function boxesByKind(slide: Slide): SlideBox[] {
  const logo = logoFrame(slide)
  return [
    ...slide.imageBoxes.map((box) => ({ kind: 'image' as const, ref: box.id, frame: frameOf(box), box })),
    ...(logo ? [{ kind: 'logo' as const, ref: LOGO_REF, frame: frameOf(logo), box: logo }] : []),
    ...(slide.shapeBoxes ?? []).map((box) => ({ kind: 'shape' as const, ref: box.id, frame: frameOf(box), box })),
    ...slide.textBoxes.map((box) => ({ kind: 'text' as const, ref: box.id, frame: frameOf(box), box })),
  ]
}

/** Every box from back to front, as the painter draws them. */
export function listBoxes(slide: Slide): SlideBox[] {
  const boxes = boxesByKind(slide)
  const { layers } = slide
  if (!layers) return boxes
  const rank = new Map(layers.map((ref, index) => [ref, index]))
  const rankOf = ({ ref }: SlideBox): number => rank.get(ref) ?? layers.length
  return boxes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Boxes that gestures and keys can select: those that are seen and not locked. */
export function selectableBoxes(slide: Slide): SlideBox[] {
  return listBoxes(slide).filter(({ box }) => !box.hidden && !box.locked)
}

/** Degrees by which a box is rotated around its middle, clockwise. The logo never is. */
export function rotationOf(entry: SlideBox): number {
  return entry.kind === 'logo' ? 0 : (entry.box.rotation ?? 0)
}

/**
 * The slide with its boxes stacked as listed, from back to front. The lists of boxes stay in the order in which they were added, which numbers them;
 * `layers` is stored only where the stack differs from it.
 */
export function stackBoxes(slide: Slide, order: readonly BoxRef[]): Slide {
  const wanted = listBoxes({ ...slide, layers: [...order] }).map(({ ref }) => ref)
  const byKind = boxesByKind(slide).map(({ ref }) => ref)
  const { layers: _, ...rest } = slide
  const next: Slide = sameData(wanted, byKind) ? rest : { ...rest, layers: wanted }
  return sameData(next, slide) ? slide : next
}

/** A slide with `layers` lists every box there, so that the same stack is the same document. */
export function restack(slide: Slide): Slide {
  return slide.layers ? stackBoxes(slide, slide.layers) : slide
}

/** The box of a reference, or undefined when it is gone. */
export function findBox(slide: Slide, ref: BoxRef): SlideBox | undefined {
  return listBoxes(slide).find((entry) => entry.ref === ref)
}

/** Boxes whose tops are closer than this form one line, read from left to right. In slide units; a slide is 455 high. */
const LINE_HEIGHT = 12

/** The texts of a slide in the order they are read, each in one line; without empty ones. */
export function readTexts({ textBoxes }: Pick<Slide, 'textBoxes'>): string[] {
  return textBoxes
    .filter(({ hidden }) => !hidden)
    .toSorted((a, b) => Math.floor(a.y / LINE_HEIGHT) - Math.floor(b.y / LINE_HEIGHT) || a.x - b.x)
    .map(({ text }) => text.replaceAll(/\s+/gu, ' ').trim())
    .filter((text) => text !== '')
}

/** Name of the slide at an index: its number and its first text. */
export function nameSlide(slide: Pick<Slide, 'textBoxes'>, index: number): string {
  const [text] = readTexts(slide)
  return text === undefined ? `Slide ${index + 1}` : `Slide ${index + 1}: ${text}`
}

const KIND_NAMES = { image: 'Image box', shape: 'Shape', text: 'Text box' } as const

/** Accessible name of a box: that of its layer, and the text of a text box. */
export function nameBox(slide: Slide, ref: BoxRef): string {
  const entry = findBox(slide, ref)
  if (!entry) return ''
  const name = nameLayer(slide, entry)
  return entry.kind === 'text' ? `${name}: ${entry.box.text}` : name
}

/** Name of a box in the layers panel: its own, or its kind and number among those of its kind, in the order in which they were added. */
export function nameLayer(slide: Slide, { kind, ref, box }: SlideBox): string {
  if (box.name !== undefined) return box.name
  if (kind === 'logo') return 'Logo'
  const number =
    1 +
    boxesByKind(slide)
      .filter((other) => other.kind === kind)
      .findIndex((other) => other.ref === ref)
  return `${kind === 'shape' ? nameShape(box) : KIND_NAMES[kind]} ${number}`
}

const SHAPE_NAMES: Record<ShapeBox['shape'], string> = {
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  line: 'Line',
  arrow: 'Arrow',
  bubble: 'Speech bubble',
  progress: 'Progress dots',
  emoji: 'Emoji',
  icon: 'Icon',
}

/** Name of a shape's kind. */
export function nameShape({ shape }: Pick<ShapeBox, 'shape'>): string {
  return SHAPE_NAMES[shape]
}
