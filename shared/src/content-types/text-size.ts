import { listBoxes, LOGO_REF, logoFrame } from '../slide/box.ts'
import { boundsOfBox, isFixture, nearEdge } from '../slide/fixtures.ts'
import { clamp } from '../slide/geometry.ts'
import { FONT_SIZE_MAX, SLIDE_WIDTH } from '../slide/limits.ts'
import type { Slide, TextBox } from '../slide/model.ts'
import { SAFE_AREA } from '../slide/safe-area.ts'
import type { TextSize } from './text-sizes.ts'

const SCALES: Record<TextSize, number> = { standard: 1, larger: 1.25, largest: 1.5 }

/** Widest box in the middle of the slide that keeps within the safe area, which is narrower at the right. */
const WIDEST = 2 * (SAFE_AREA.x + SAFE_AREA.width) - SLIDE_WIDTH
/** Units between two things of a slide. */
const GAP = 8
/** The type of specified texts at the largest size: texts from here on are large. */
const LARGE = 8 * SCALES.largest
/** Slides that hold too much for their size get the next smaller one. */
const STEP = 0.05
/** Larger type breaks into lines less evenly; a box gets this much more height for it, where there is room. */
const SPARE = 1.2

interface Item {
  y: number
  height: number
  place(y: number): void
}

const tenths = (value: number): number => Math.round(value * 10) / 10

/** References of what keeps to a corner or an edge, and so is no part of the column. */
function fixtureRefs(slide: Slide): Set<string> {
  return new Set(
    listBoxes(slide)
      .filter(isFixture)
      .map(({ ref }) => ref),
  )
}

/** Everything of the slide from top to bottom, as one column: pictures keep their size, texts grow. */
function columnOf(slide: Slide, grow: (height: number, width: number) => number): Item[] {
  const fixtures = fixtureRefs(slide)
  const logo = fixtures.has(LOGO_REF) ? null : logoFrame(slide)
  const texts = slide.textBoxes.filter(({ id }) => !fixtures.has(id))
  return [
    ...texts.map((box) => ({ y: box.y, height: grow(box.height, box.width), place: (y: number) => void (box.y = y) })),
    ...slide.imageBoxes.map((box) => ({ y: box.y, height: box.height, place: (y: number) => void (box.y = y) })),
    ...(logo ? [{ y: logo.y, height: logo.height, place: (y: number) => void (slide.logoPosition = { ...logo, y }) }] : []),
  ].toSorted((a, b) => a.y - b.y)
}

/** The part of the safe area's height that the column has, above and below what keeps to an edge. */
function columnArea(slide: Slide): { top: number; bottom: number; height: number } {
  const edges = listBoxes(slide)
    .filter((entry) => !entry.box.hidden && isFixture(entry))
    .map(boundsOfBox)
    .filter(({ x, width }) => x < (SLIDE_WIDTH + WIDEST) / 2 && x + width > (SLIDE_WIDTH - WIDEST) / 2)
  const [above, below] = [edges.filter((frame) => nearEdge(frame) === 'top'), edges.filter((frame) => nearEdge(frame) === 'bottom')]
  const top = Math.max(SAFE_AREA.y, ...above.map(({ y, height }) => y + height + GAP))
  const bottom = Math.min(SAFE_AREA.y + SAFE_AREA.height, ...below.map(({ y }) => y - GAP))
  return { top, bottom, height: bottom - top }
}

function heightOf(column: readonly Item[]): number {
  return column.reduce((sum, item) => sum + item.height, 0) + GAP * Math.max(0, column.length - 1)
}

const widthAt = (scale: number, width: number): number => Math.min(width * scale, WIDEST)
/** The area grows with the square of the type: what the width cannot take, the height does. */
const heightAt = (scale: number, height: number, width: number): number => (height * scale * scale * width) / widthAt(scale, width)

/** The largest scale at which everything keeps within the height that the column has; 1 when none does. */
function scaleThatFits(slide: Slide, wanted: number): number {
  const { height: room } = columnArea(slide)
  for (let scale = wanted; scale > 1; scale -= STEP) {
    if (heightOf(columnOf(slide, (height, width) => heightAt(scale, height, width))) <= room) return scale
  }
  return 1
}

/**
 * A generated slide with larger type. Its boxes grow with it, and everything moves apart, so that nothing overflows or overlaps and all of
 * it stays within the safe area, clear of what keeps to an edge; a slide that holds too much for that grows less.
 */
export function withTextSize(generated: Slide, size: TextSize): Slide {
  const scale = scaleThatFits(generated, SCALES[size])
  const fixtures = fixtureRefs(generated)
  if (scale === 1 || generated.textBoxes.every(({ id }) => fixtures.has(id))) return generated
  const area = columnArea(generated)
  const slide = {
    ...generated,
    imageBoxes: generated.imageBoxes.map((box) => ({ ...box })),
    textBoxes: generated.textBoxes.map((box) => {
      if (fixtures.has(box.id)) return box
      const width = tenths(widthAt(scale, box.width))
      const fontSize = Math.min(Math.max(FONT_SIZE_MAX, box.fontSize), tenths(box.fontSize * scale))
      return { ...box, fontSize, width, x: tenths((SLIDE_WIDTH - width) / 2), height: heightAt(scale, box.height, box.width) }
    }),
  }
  const columnTexts = slide.textBoxes.filter(({ id }) => !fixtures.has(id))
  const texts = columnTexts.reduce((sum, box) => sum + box.height, 0)
  const spare = clamp((area.height - heightOf(columnOf(slide, (height) => height))) / texts, 0, SPARE - 1)
  for (const box of columnTexts) box.height = Math.floor(box.height * (1 + spare) * 10) / 10
  const column = columnOf(slide, (height) => height)
  const before = columnOf(generated, (height) => height)
  const [first, last] = [before[0], before.at(-1)]
  const middle = first && last ? (first.y + last.y + last.height) / 2 : area.top + area.height / 2
  const whole = heightOf(column)
  let y = clamp(middle - whole / 2, area.top, area.bottom - whole)
  for (const item of column) {
    item.place(Math.ceil(y * 10) / 10)
    y += item.height + GAP
  }
  return slide
}

const middleOf = ({ x, width }: { x: number; width: number }): number => x + width / 2

/** Whether each thing of a column ends before the next one begins, give or take some units. */
function isStacked(column: readonly Item[], tolerance: number): boolean {
  return column.every(({ y }, index) => {
    const above = column[index - 1]
    return !above || y >= above.y + above.height - tolerance
  })
}

/** Whether a slide is laid out as the generator does it: texts upright, in the middle, below each other. */
function isColumn(slide: Slide): boolean {
  const fixtures = fixtureRefs(slide)
  const isCentred = (box: TextBox): boolean => Math.abs(middleOf(box) - SLIDE_WIDTH / 2) <= 2 && !box.rotation
  return (
    slide.textBoxes.every((box) => fixtures.has(box.id) || isCentred(box)) &&
    isStacked(
      columnOf(slide, (height) => height),
      GAP,
    )
  )
}

/** The box with its text larger, around its own middle. */
function enlarged(box: TextBox): TextBox {
  const fontSize = Math.min(FONT_SIZE_MAX, tenths(box.fontSize * SCALES.larger))
  const scale = fontSize / box.fontSize
  if (scale <= 1) return box
  const width = tenths(Math.max(box.width, widthAt(scale, box.width)))
  const height = tenths((box.height * scale * scale * box.width) / width)
  const x = clamp(middleOf(box) - width / 2, Math.min(GAP, box.x), Math.max(SLIDE_WIDTH - GAP, box.x + box.width) - width)
  return { ...box, fontSize, width, height, x: tenths(x), y: tenths(box.y - (height - box.height) / 2) }
}

/**
 * A slide of any layout with its texts a quarter larger; the very same slide where nothing more fits. Each text grows in its place. A column that has no
 * room for that is laid out again like a generated slide.
 */
export function withLargerText(slide: Slide): Slide {
  const textBoxes = slide.textBoxes.map(enlarged)
  if (textBoxes.every((box, index) => box === slide.textBoxes[index])) return slide
  const grown = { ...slide, textBoxes }
  const column = columnOf(grown, (height) => height)
  const area = columnArea(slide)
  const isInside = column.every(({ y, height }) => y >= area.top && y + height <= area.bottom)
  return isColumn(slide) && !(isInside && isStacked(column, 0)) ? withTextSize(slide, 'larger') : grown
}

/** Whether some slide has texts that are not large yet and that have room to grow. */
export function canGrowTexts(slides: readonly Slide[]): boolean {
  return slides.some((slide) => slide.textBoxes.some(({ fontSize }) => fontSize < LARGE) && withLargerText(slide) !== slide)
}

/** The font size of a slideshow's texts, as the first text has it; null without texts. */
export function fontSizeOfTexts(slides: readonly Slide[]): number | null {
  const first = slides.flatMap(({ textBoxes }) => textBoxes)[0]
  return first ? Math.round(first.fontSize) : null
}
