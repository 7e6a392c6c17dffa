import { breakBalanced, widestPiece } from '../shaping/line-break.ts'
import { EMOJI_UNITS } from '../shaping/manifest.ts'
import type { Figure } from '../shaping/outline.ts'
import { EMOJI_ADVANCE } from '../shaping/shaper.ts'
import type { Setting } from '../shaping/han.ts'
import type { Paragraph } from '../shaping/runs.ts'
import type { LetterStyle, Reach, ShapedLine, Shaper } from '../shaping/shaper.ts'
import type { TextAlignment, TextBox, TextStyle } from '../slide/model.ts'
import { emphasisedLook, emphasisOps, lettersOf } from './emphasised-words.ts'
import type { PlacedLine } from './emphasised-words.ts'
import { highlightOutline } from './highlight.ts'
import type { Band } from './highlight.ts'
import { touchedBy, union } from './region.ts'
import type { Region } from './region.ts'
import type { DrawOp } from './scene.ts'
import { HIGHLIGHT_PADDING, textLook } from './text-style.ts'

/** All in em of the text. */
const LINE_HEIGHT = 1.26
const OUTLINE_WIDTH = 0.16
const HIGHLIGHT_RADIUS = 0.3
/** The highlight reaches this far above the first and below the last line. */
const HIGHLIGHT_BLEED = 0.06
const EMOJI_SIZE = 1.14
/** Emoji are centred on the middle of the capitals. */
const EMOJI_CENTRE = 0.352
/** A word that is wider than its box may make the text smaller down to this share of its size, before it is cut. */
const SMALLEST_SHARE = 0.6

/** A text box laid out. Coordinates are pixels from the box's top left corner. */
export interface TextBlock {
  ops: readonly DrawOp[]
  bounds: Region
  /** Lines as broken, for tests and for reading aloud. */
  lineCount: number
  /** Pixels: from the first line's top to the last one's bottom. */
  height: number
  /** More text than the box holds: too many lines, or a word that had to be cut. */
  overflow: boolean
  /** Pixels: the size of the type as drawn. */
  size: number
  /** Smaller than asked for, so that its longest word keeps whole. */
  shrunk: boolean
  /** Some character has no glyph in any font. */
  lacksGlyph: boolean
  /** Its uploaded font is gone. */
  lacksFont: boolean
  /** False while a font or emoji is missing that the host has to load. */
  complete: boolean
}

/** How a text is set, beside what its box says. */
export interface TextMetrics {
  style: TextStyle
  setting: Setting
  /** Pixels of a unit. */
  unit: number
}

interface Geometry {
  size: number
  lineHeight: number
  baseline: number
  width: number
  height: number
}

/** Lines of the product's own letters, and further apart where letters of another script would touch. */
function lineOf({ size, lines }: SetText, own: Reach, em = LINE_HEIGHT): { lineHeight: number; baseline: number } {
  const lineHeight = Math.round(size * em)
  const content = (own.ascender + own.descender) * size
  const usual = { lineHeight, baseline: Math.round((lineHeight - content) / 2 + own.ascender * size) }
  const ascender = Math.max(...lines.map((line) => line.reach.ascender))
  const descender = Math.max(...lines.map((line) => line.reach.descender))
  if (ascender === 0 && descender === 0) return usual
  const above = Math.max(usual.baseline, Math.round(ascender * size))
  return { lineHeight: above + Math.max(lineHeight - usual.baseline, Math.round(descender * size)), baseline: above }
}

function geometryOf(box: TextBox, text: SetText, { own, unit }: { own: Reach; unit: number }): Geometry {
  return {
    size: text.size,
    ...lineOf(text, own, box.lineHeight),
    width: Math.round(box.width * unit),
    height: Math.round(box.height * unit),
  }
}

interface SetText {
  size: number
  lines: ShapedLine[]
  /** A word had to be cut. */
  split: boolean
  /** False while a line, or a width that decided where lines break, is estimated. */
  complete: boolean
}

/** All styles break at the same width, one that leaves room for the highlight, so that changing the style moves no word. */
function setLines(paragraphs: readonly Paragraph[], shaper: Shaper, { size, width, letters }: Type): SetText {
  const maxWidth = Math.max(1, width / size - 2 * HIGHLIGHT_PADDING)
  const lines: ShapedLine[] = []
  let split = false
  let complete = true
  for (const paragraph of paragraphs) {
    const shape = (start: number, end: number): ShapedLine => {
      const line = shaper.shapeLine(paragraph, { start, end }, letters)
      complete &&= line.complete
      return line
    }
    for (const { start, end, split: isSplit } of breakBalanced(paragraph.graphemes, maxWidth, (from, to) => shape(from, to).width)) {
      lines.push(shape(start, end))
      split ||= isSplit
    }
  }
  return { size, lines, split, complete }
}

interface Type {
  /** Both in pixels. */
  size: number
  width: number
  letters: LetterStyle
}

/** A word longer than the line makes the type smaller; one that would make it too small is cut. */
function setText(box: TextBox, { setting, unit }: TextMetrics, shaper: Shaper): SetText & { shrunk: boolean } {
  const paragraphs = shaper.paragraphs(box.text, setting, box)
  const letters = {
    weight: box.fontWeight,
    letterSpacing: box.letterSpacing ?? 0,
    ...(box.emphasis && { emphasisWeights: box.emphasis.map(({ fontWeight }) => fontWeight) }),
  }
  const type = { size: box.fontSize * unit, width: Math.round(box.width * unit), letters }
  const set = setLines(paragraphs, shaper, type)
  if (!set.split) return { ...set, shrunk: false }
  const widths = paragraphs.map((paragraph) =>
    widestPiece(paragraph.graphemes, (start, end) => shaper.shapeLine(paragraph, { start, end }, letters).width),
  )
  const size = Math.floor((type.width / (Math.max(...widths) + 2 * HIGHLIGHT_PADDING)) * 100) / 100
  if (size < type.size * SMALLEST_SHARE) return { ...set, shrunk: false }
  const smaller = setLines(paragraphs, shaper, { ...type, size })
  return smaller.split ? { ...set, shrunk: false } : { ...smaller, shrunk: true }
}

/** Left edge of a line. Those at an edge of the box leave room for the highlight, as the width at which lines break does. */
function lineLeft({ width, size }: Geometry, line: ShapedLine, align: TextAlignment): number {
  const length = line.width * size
  if (align === 'left') return Math.round(HIGHLIGHT_PADDING * size)
  if (align === 'right') return Math.round(width - HIGHLIGHT_PADDING * size - length)
  return Math.round(Math.round(width / 2) - length / 2)
}

/** Text that fits is centred in its box; longer text starts at the top and overflows the bottom. */
export function layoutText(box: TextBox, how: TextMetrics, shaper: Shaper): TextBlock {
  const text = setText(box, how, shaper)
  const { lines, split, shrunk } = text
  const geometry = geometryOf(box, text, { own: shaper.reach(), unit: how.unit })
  const height = lines.length * geometry.lineHeight
  const top = Math.max(0, Math.round((geometry.height - height) / 2))
  const align = box.align ?? 'center'
  const placed: PlacedLine[] = []
  const emoji: DrawOp[] = []
  for (const [index, line] of lines.entries()) {
    const left = lineLeft(geometry, line, align)
    const baseline = top + index * geometry.lineHeight + geometry.baseline
    placed.push({ line, left, baseline, figures: placeFigures(line.figures, geometry.size, { x: left, y: baseline }) })
    for (const { key, x } of line.emoji)
      emoji.push(...emojiOps(shaper, key, { x: left + x * geometry.size, y: baseline, size: geometry.size }))
  }
  const look = textLook(how.style, box)
  const ops: DrawOp[] = []
  if (look.highlight) ops.push(...highlightOps(lines, { ...geometry, top, align, color: look.highlight }))
  const { emphasis = [] } = box
  const emphasised = emphasis.map((one) => emphasisedLook(how.style, box, one))
  ops.push(...placed.flatMap((line) => emphasisOps(line, emphasis, geometry.size)))
  const letters = placed.flatMap((line) => lettersOf(line, { own: look, emphasised }))
  const width = OUTLINE_WIDTH * geometry.size
  for (const { figures, look: own } of letters) {
    if (own.outline) ops.push({ kind: 'stroke', figures, color: own.outline, width, opacity: 1 })
  }
  for (const { figures, look: own } of letters) ops.push({ kind: 'fill', figures, color: own.fill, opacity: 1, evenOdd: false })
  ops.push(...emoji)
  return {
    ops,
    bounds: union(ops.map((op) => touchedBy(op.figures, op.kind === 'stroke' ? op.width : 0))),
    lineCount: lines.length,
    height,
    overflow: split || height > geometry.height,
    size: geometry.size,
    shrunk,
    lacksGlyph: lines.some((line) => line.lacksGlyph),
    lacksFont: box.text.trim() !== '' && shaper.isFontMissing(box),
    complete: text.complete,
  }
}

function placeFigures(figures: readonly Figure[], size: number, origin: { x: number; y: number }): Figure[] {
  return figures.map(({ outline, x, y, scale }) => ({
    outline,
    x: origin.x + x * size,
    y: origin.y + y * size,
    scale: scale * size,
  }))
}

function emojiOps(shaper: Shaper, key: string, place: { x: number; y: number; size: number }): DrawOp[] {
  const side = EMOJI_SIZE * place.size
  const scale = side / EMOJI_UNITS
  const x = place.x + (EMOJI_ADVANCE * place.size - side) / 2
  const y = place.y - EMOJI_CENTRE * place.size - side / 2
  return (shaper.emojiLayers(key) ?? []).map(([color, opacity, evenOdd, outline, strokeWidth]) => {
    const figures = [{ outline, x, y, scale }]
    if (strokeWidth !== undefined) return { kind: 'stroke', figures, color, opacity, width: strokeWidth * scale }
    return { kind: 'fill', figures, color, opacity, evenOdd: evenOdd === 1 }
  })
}

/** From the middle of the box for centred lines, else from its left edge. */
function highlightEdges(line: ShapedLine, place: Geometry & { align: TextAlignment }): Pick<Band, 'left' | 'right'> {
  const { align, size } = place
  const padding = HIGHLIGHT_PADDING * size
  if (align === 'center') {
    const half = Math.round((line.width * size) / 2 + padding)
    return { left: -half, right: half }
  }
  const left = lineLeft(place, line, align)
  return { left: Math.round(left - padding), right: Math.round(left + line.width * size + padding) }
}

/** One shape for each group of lines between empty ones. */
function highlightOps(lines: readonly ShapedLine[], place: Geometry & { top: number; align: TextAlignment; color: string }): DrawOp[] {
  const { top, align, width, size, lineHeight, color } = place
  const axis = align === 'center' ? Math.round(width / 2) : 0
  const groups: Band[][] = [[]]
  for (const [index, line] of lines.entries()) {
    if (line.width === 0) groups.push([])
    else {
      const band = { top: top + index * lineHeight, bottom: top + (index + 1) * lineHeight }
      groups.at(-1)?.push({ ...band, ...highlightEdges(line, place) })
    }
  }
  const bleed = Math.round(HIGHLIGHT_BLEED * size)
  return groups
    .filter((bands) => bands.length > 0)
    .map((bands) => {
      const grown = bands.map((band, i) => ({
        ...band,
        top: i === 0 ? band.top - bleed : band.top,
        bottom: i === bands.length - 1 ? band.bottom + bleed : band.bottom,
      }))
      const outline = highlightOutline(grown, HIGHLIGHT_RADIUS * size, axis)
      return { kind: 'fill', figures: [{ outline, x: 0, y: 0, scale: 1 }], color, opacity: 1, evenOdd: false }
    })
}
