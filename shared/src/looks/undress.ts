import { listBoxes } from '../slide/box.ts'
import { isFixture } from '../slide/fixtures.ts'
import { MAIN_FORMAT } from '../slide/formats.ts'
import type { Slide, TextBox } from '../slide/model.ts'
import { sameData } from '../slide/same-data.ts'
import { textRoles } from '../slide/slide-look.ts'

/** Boxes that a look draws have ids of their own, so that another look can replace them. */
const LOOK_BOX = /^look-/
export const [CARD, PLATE, PANEL, GROUND, RULE, NUMERAL, MARK] = [
  'look-card',
  'look-plate',
  'look-panel',
  'look-ground',
  'look-rule',
  'look-numeral',
  'look-mark',
] as const
/** Behind everything else, from back to front. */
export const BEHIND: readonly string[] = [GROUND, PANEL, CARD, PLATE]

/** Whether a box belongs to a look rather than to the user. */
export function isLookBox(id: string): boolean {
  return LOOK_BOX.test(id)
}

/** The slide without what a look drew: its numeral is part of the title again. */
export function undressed(slide: Slide): Slide {
  const numeral = slide.textBoxes.find(({ id }) => id === NUMERAL)
  const textBoxes = slide.textBoxes.filter(({ id }) => !isLookBox(id))
  const shapeBoxes = slide.shapeBoxes?.filter(({ id }) => !isLookBox(id))
  const layers = slide.layers?.filter((ref) => !isLookBox(ref))
  const { shapeBoxes: _, layers: __, look, photoPlacement, ...rest } = slide
  const ownPlacement = sameData(photoPlacement, look?.layouts[MAIN_FORMAT]?.photoPlacement) ? undefined : photoPlacement
  const plain: Slide = {
    ...rest,
    textBoxes,
    ...(ownPlacement && { photoPlacement: ownPlacement }),
    ...(shapeBoxes && shapeBoxes.length > 0 && { shapeBoxes }),
    ...(layers && layers.length > 0 && { layers }),
  }
  const { title } = textRoles({ ...plain, textBoxes: managed(plain) })
  if (!numeral || !title) return plain
  const shift = numeral.text.length + 2
  const numbered = {
    ...title,
    text: `${numeral.text}. ${title.text}`,
    ...(title.emphasis && { emphasis: title.emphasis.map((one) => ({ ...one, start: one.start + shift, end: one.end + shift })) }),
  }
  return { ...plain, textBoxes: plain.textBoxes.map((box) => (box === title ? numbered : box)) }
}

/** The texts that a look lays out: not those that are hidden, locked or belong to an edge. */
export function managed(slide: Slide): TextBox[] {
  const fixtures = new Set(
    listBoxes(slide)
      .filter(isFixture)
      .map(({ ref }) => ref),
  )
  return slide.textBoxes.filter(
    ({ id, hidden, locked, text }) => !hidden && !locked && !fixtures.has(id) && !isLookBox(id) && text.trim() !== '',
  )
}
