import { roundedRectangle } from './outline.ts'
import type { Figure } from './outline.ts'

/** Sizes of the sign, in em. It sits on the baseline and is about as tall as a capital. */
const HEIGHT = 0.84
const BOTTOM = 0.1
const FRAME = 0.05
const RADIUS = 0.1
const MARGIN = 0.06
const DIGIT_SCALE = 0.42
const ROW_GAP = 0.07
/** Height of the digits of the typeface, in em. */
const DIGIT_HEIGHT = 0.705

export interface MissingGlyph {
  advance: number
  figures: Figure[]
}

/** Draws one line of text from its left edge on the baseline at the origin, in em. */
export type SetDigits = (text: string) => { width: number; figures: readonly Figure[] }

/**
 * The sign for a character that no font has: a round frame with its code point in hex, in two rows, so that typed text never vanishes and stays
 * identifiable.
 */
export function missingGlyph(codePoint: number, setDigits: SetDigits): MissingGlyph {
  const hex = codePoint.toString(16).toUpperCase().padStart(4, '0')
  const columns = Math.ceil(hex.length / 2)
  const rows = [hex.slice(0, hex.length - columns), hex.slice(hex.length - columns)].map(setDigits)
  const inner = Math.max(...rows.map((row) => row.width)) * DIGIT_SCALE
  const width = inner + 2 * (FRAME + MARGIN)
  const frame = { x: MARGIN, y: BOTTOM - HEIGHT, width, height: HEIGHT }
  const hole = { x: frame.x + FRAME, y: frame.y + FRAME, width: width - 2 * FRAME, height: HEIGHT - 2 * FRAME }
  const outline = [...roundedRectangle(frame, RADIUS), ...roundedRectangle(hole, RADIUS - FRAME, true)]
  const rowHeight = DIGIT_HEIGHT * DIGIT_SCALE
  const firstBaseline = frame.y + (HEIGHT - 2 * rowHeight - ROW_GAP) / 2 + rowHeight
  const figures: Figure[] = [{ outline, x: 0, y: 0, scale: 1 }]
  for (const [index, row] of rows.entries()) {
    const left = frame.x + (width - row.width * DIGIT_SCALE) / 2
    const baseline = firstBaseline + index * (rowHeight + ROW_GAP)
    for (const figure of row.figures) {
      figures.push({
        outline: figure.outline,
        x: left + figure.x * DIGIT_SCALE,
        y: baseline + figure.y * DIGIT_SCALE,
        scale: figure.scale * DIGIT_SCALE,
      })
    }
  }
  return { advance: width + 2 * MARGIN, figures }
}
