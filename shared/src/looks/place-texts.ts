import { MAP_COLUMNS, MAP_ROWS, type PhotoMap } from '../photos/photo-map.ts'
import { HIGHLIGHT_PADDING } from '../scene/text-style.ts'
import type { Frame } from '../slide/box.ts'
import { clamp } from '../slide/geometry.ts'
import { FONT_SIZE_MIN, SLIDE_HEIGHT, SLIDE_WIDTH } from '../slide/limits.ts'
import { SAFE_AREA } from '../slide/safe-area.ts'
import { breakLines, evenLines, lineHeightOf, type Letters, type Lines } from './letters.ts'
import type { Ornament, Place, Sizes } from './look.ts'

/** Units from the left edge of a slide that texts keep. */
const MARGIN = 20
/** Widest text in the middle of the slide that keeps within the safe area, which is narrower at the right. */
const CENTRED_WIDTH = 2 * (SAFE_AREA.x + SAFE_AREA.width) - SLIDE_WIDTH
/** Units that texts keep from the ends of the safe area. */
const ENDS = 10
/** Estimated widths may be this much too small. */
const SPARE = 1.035

/** A text to be placed, from top to bottom. */
export interface BlockText {
  id: string
  text: string
  letters: Letters
  sizes: Sizes
  /** Most lines of a first text. */
  lines: number
  isHighlighted: boolean
  isTitle: boolean
}

/** Something of a fixed size in the block: an image, a logo, a numeral, a rule. */
export interface BlockItem {
  id: string
  width: number
  height: number
  /** Units of the next item that it may share, where its lower part is empty. */
  overlap?: number
}

export type BlockPart = BlockText | BlockItem
const isText = (part: BlockPart): part is BlockText => 'text' in part

export interface Block {
  parts: readonly BlockPart[]
  align: 'left' | 'center' | 'right'
  places: readonly Place[]
  card: Extract<Ornament, { kind: 'card' }> | null
  /** Keeps the texts on a plain area at the bottom. */
  hasPanel: boolean
  map: PhotoMap | null
}

export interface Placed {
  frames: Map<string, Frame & { fontSize?: number }>
  /** Round everything. */
  bounds: Frame
  place: Place
}

interface Sized {
  frames: (Frame & { fontSize?: number })[]
  height: number
}

const tenths = (value: number): number => Math.round(value * 10) / 10
const floorTenths = (value: number): number => Math.floor(value * 10) / 10

/** Gap above a part: texts that belong together are nearer. */
function gapAbove(part: BlockPart, before: BlockPart | undefined): number {
  if (!before) return 0
  if (!isText(before)) return before.overlap ? -before.overlap : 9
  if (!isText(part)) return 14
  return before.isTitle ? 11 : 9
}

interface SetText {
  fontSize: number
  /** Just enough for its longest line, so that the painter breaks the lines as they were found. */
  width: number
  height: number
}

/** Lines of one length look best, and a short word alone on a line looks lost. */
const [EVEN, LOST, SHORT] = [0.35, 0.78, 0.62]
const quality = ({ widths, words }: Lines): number => {
  if (widths.length === 1) return 1
  const widest = Math.max(...widths)
  const lost = widths.filter((width, line) => words[line] === 1 && width < SHORT * widest).length
  return (1 - EVEN + (EVEN * Math.min(...widths)) / widest) * LOST ** lost
}

function setAt(fontSize: number, { widths }: Pick<Lines, 'widths'>, { letters }: BlockText): SetText {
  const width = Math.ceil(fontSize * (Math.max(...widths) * SPARE + 2 * HIGHLIGHT_PADDING) * 10) / 10
  return { fontSize, width, height: Math.ceil((widths.length * lineHeightOf(letters) * fontSize + 0.15 * fontSize) * 10) / 10 }
}

/** A text in the number of even lines that makes it large and well shaped, at no more than a share of its largest size. */
function setTitle(part: BlockText, width: number, share: number): SetText | null {
  const { text, letters, lines: most, sizes } = part
  const [largest, smallest] = sizes
  let best: { score: number; set: SetText } | null = null
  for (let count = 1; count <= most; count++) {
    const lines = evenLines(text, letters, count)
    if (!lines) continue
    const size = floorTenths(Math.min(largest * share, width / (Math.max(...lines.widths) * SPARE + 2 * HIGHLIGHT_PADDING)))
    if (size < smallest) continue
    const score = size * quality(lines)
    if (!best || score > best.score) best = { score, set: setAt(size, lines, part) }
  }
  return best?.set ?? null
}

/** A text at a size, or smaller where a word is wider than its box. */
function setBody(part: BlockText, wanted: number, width: number): SetText {
  const { text, letters } = part
  const { longest } = breakLines(text, letters, Infinity)
  const size = floorTenths(Math.max(FONT_SIZE_MIN, Math.min(wanted, width / (longest * SPARE + 2 * HIGHLIGHT_PADDING))))
  const { widths } = breakLines(text, letters, (width / size - 2 * HIGHLIGHT_PADDING) / SPARE)
  const lines = evenLines(text, letters, widths.length) ?? { widths }
  return setAt(size, lines, part)
}

/** Everything below each other, texts at a share of their largest sizes; smaller than their smallest only below `LEAST`. */
function sized({ parts }: Block, width: number, share: number): Sized {
  let y = 0
  const frames = parts.map((part, index) => {
    y += gapAbove(part, parts[index - 1])
    const set = isText(part) ? setText(part, width, share) : { width: part.width, height: part.height }
    const frame = { x: 0, y, ...set }
    y += set.height
    return frame
  })
  return { frames, height: y }
}

function setText(part: BlockText, width: number, share: number): SetText {
  const [largest, smallest] = part.sizes
  const set = part.isTitle ? setTitle(part, width, Math.max(share, LEAST)) : null
  if (set && share > LEAST) return set
  return setBody(part, share > LEAST ? Math.max(smallest, largest * share) : smallest * (share / LEAST), width)
}

/** Below this share, texts get smaller than their smallest size: all of them is shown, whatever it takes. */
const LEAST = 0.5

function fitted(block: Block, width: number, room: number): Sized {
  let result = sized(block, width, 1)
  for (let share = 0.96; result.height > room && share > 0.2; share -= 0.04) result = sized(block, width, share)
  return result
}

/** Mean of a part of a photo's map under a frame, 0 to 255. */
export function meanUnder(values: Uint8Array, frame: Frame): number {
  const cells = cellsUnder(frame).map((index) => values[index] ?? 0)
  return cells.length === 0 ? 0 : cells.reduce((sum, value) => sum + value, 0) / cells.length
}

/** Cells of a map that a frame touches, where the photo covers the slide. */
export function cellsUnder({ x, y, width, height }: Frame): number[] {
  const column = (at: number): number => clamp(Math.floor((at / SLIDE_WIDTH) * MAP_COLUMNS), 0, MAP_COLUMNS - 1)
  const row = (at: number): number => clamp(Math.floor((at / SLIDE_HEIGHT) * MAP_ROWS), 0, MAP_ROWS - 1)
  const cells: number[] = []
  for (let r = row(y); r <= row(y + height - 0.01); r++) {
    for (let c = column(x); c <= column(x + width - 0.01); c++) cells.push(r * MAP_COLUMNS + c)
  }
  return cells
}

/** A third further down the list has to be this much calmer. */
const PREFERENCE = 16
/** Cost of lying over the subject. */
const SUBJECT = 70

function costOf(frame: Frame, map: PhotoMap | null, preference: number): number {
  if (!map) return preference * PREFERENCE
  const { subject } = map
  const isOver =
    subject !== null &&
    subject.x * SLIDE_WIDTH >= frame.x &&
    subject.x * SLIDE_WIDTH <= frame.x + frame.width &&
    subject.y * SLIDE_HEIGHT >= frame.y &&
    subject.y * SLIDE_HEIGHT <= frame.y + frame.height
  return meanUnder(map.busy, frame) + preference * PREFERENCE + (isOver ? SUBJECT : 0)
}

/** Share of the safe area's height that a panel leaves to the photo. */
const PHOTO_SHARE = 0.56

/**
 * Where texts go: as large as their look allows, in the third of the slide where the photo is calmest. Pure, the same everywhere for the same input.
 * Sizes come from estimated widths; the painter breaks the lines evenly.
 */
export function placeTexts(block: Block): Placed {
  const { align, card, hasPanel, map, places } = block
  const padding = card?.padding ?? 0
  const isCentred = align === 'center' || card !== null
  const outer = isCentred ? CENTRED_WIDTH : SAFE_AREA.x + SAFE_AREA.width - MARGIN - 4
  const left = isCentred ? (SLIDE_WIDTH - outer) / 2 : MARGIN
  const top = SAFE_AREA.y + ENDS
  const bottom = SAFE_AREA.y + SAFE_AREA.height - ENDS
  const half = (bottom - top) * (1 - PHOTO_SHARE)
  const { frames, height } = fitted(block, outer - 2 * padding, (hasPanel ? half : bottom - top) - 2 * padding)
  const whole = height + 2 * padding
  const tops: Record<Place, number> = {
    top: hasPanel ? top + Math.max(0, half - whole) / 2 : top,
    middle: (SLIDE_HEIGHT - whole) / 2,
    bottom: hasPanel ? bottom - half : bottom - whole,
  }
  const at = (place: Place): Frame => ({ x: left, y: clamp(tops[place], top, Math.max(top, bottom - whole)), width: outer, height: whole })
  const choices = places.map((place, index) => ({ place, frame: at(place), cost: costOf(at(place), map, index) }))
  const [best] = choices.toSorted((a, b) => a.cost - b.cost)
  const { place, frame } = best ?? { place: 'middle', frame: at('middle') }
  const placed = new Map(
    block.parts.map((part, index): [string, Frame & { fontSize?: number }] => {
      const own = frames[index] ?? { x: 0, y: 0, width: 1, height: 1 }
      // The painter keeps room for a highlight on both sides of a line: letters of all sizes begin on one line without it.
      const inset = align === 'left' && isText(part) && !part.isHighlighted ? HIGHLIGHT_PADDING * (own.fontSize ?? 0) : 0
      const x =
        align === 'center' ? (SLIDE_WIDTH - own.width) / 2 : align === 'right' ? left + outer - padding - own.width : left + padding - inset
      return [part.id, { ...own, x: tenths(x), y: tenths(frame.y + padding + own.y), width: tenths(own.width), height: tenths(own.height) }]
    }),
  )
  return {
    frames: placed,
    bounds: { x: tenths(frame.x), y: tenths(frame.y), width: tenths(frame.width), height: tenths(frame.height) },
    place,
  }
}
