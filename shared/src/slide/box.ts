import { LOGO_PLACE } from './defaults.ts'
import type { ImageBox, Slide, TextBox } from './model.ts'

/** A rectangle on the slide, in slide units (SLIDE_WIDTH wide). */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

export type BoxKind = 'text' | 'image' | 'logo'

/** Names a movable thing of one slide: the id of a text or image box, or LOGO_REF. */
export type BoxRef = string

/** The reference of a slide's logo, which has no id of its own. Ids of boxes never begin with `@`. */
export const LOGO_REF: BoxRef = '@logo'

/** One movable thing of a slide, whatever its kind. */
export type SlideBox =
  | { kind: 'image'; ref: BoxRef; frame: Frame; box: ImageBox }
  | { kind: 'text'; ref: BoxRef; frame: Frame; box: TextBox }
  | { kind: 'logo'; ref: BoxRef; frame: Frame }

/** The four numbers of anything that has them, without the rest. */
export function frameOf({ x, y, width, height }: Frame): Frame {
  return { x, y, width, height }
}

/** Position of the logo: its own, else the default. Null on a slide without a logo. */
export function logoFrame(slide: Slide): Frame | null {
  if (slide.logoImage === null) return null
  return slide.logoPosition ?? LOGO_PLACE
}

/** Everything that can be selected, from the back to the front as the painter lays it: images, logo, texts. */
export function listBoxes(slide: Slide): SlideBox[] {
  const logo = logoFrame(slide)
  return [
    ...slide.imageBoxes.map((box) => ({ kind: 'image' as const, ref: box.id, frame: frameOf(box), box })),
    ...(logo ? [{ kind: 'logo' as const, ref: LOGO_REF, frame: frameOf(logo) }] : []),
    ...slide.textBoxes.map((box) => ({ kind: 'text' as const, ref: box.id, frame: frameOf(box), box })),
  ]
}

/** The thing a reference means on this slide, or undefined when it is gone. */
export function findBox(slide: Slide, ref: BoxRef): SlideBox | undefined {
  return listBoxes(slide).find((entry) => entry.ref === ref)
}

/** Boxes whose tops are closer than this form one line, read from left to right. In slide units; a slide is 455 high. */
const LINE_HEIGHT = 12

/** The texts of a slide in the order they are read, each in one line; without empty ones. */
export function readTexts({ textBoxes }: Pick<Slide, 'textBoxes'>): string[] {
  return textBoxes
    .toSorted((a, b) => Math.floor(a.y / LINE_HEIGHT) - Math.floor(b.y / LINE_HEIGHT) || a.x - b.x)
    .map(({ text }) => text.replaceAll(/\s+/gu, ' ').trim())
    .filter((text) => text !== '')
}

/** Name of the slide at an index: its number and its first text. */
export function nameSlide(slide: Pick<Slide, 'textBoxes'>, index: number): string {
  const [text] = readTexts(slide)
  return text === undefined ? `Slide ${index + 1}` : `Slide ${index + 1}: ${text}`
}

/** Accessible name of a box: its kind, its number within the kind, and its text. */
export function nameBox(slide: Slide, ref: BoxRef): string {
  if (ref === LOGO_REF) return 'Logo'
  const image = slide.imageBoxes.findIndex((box) => box.id === ref)
  if (image >= 0) return `Image box ${image + 1}`
  const index = slide.textBoxes.findIndex((box) => box.id === ref)
  const box = slide.textBoxes[index]
  return box ? `Text box ${index + 1}: ${box.text}` : ''
}
