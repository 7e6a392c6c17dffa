import { HIGHLIGHT_PADDING } from '../scene/text-style.ts'
import type { Frame } from '../slide/box.ts'
import { MAIN_FORMAT, slideHeight, type Format } from '../slide/formats.ts'
import { clamp } from '../slide/geometry.ts'
import { FONT_SIZE_MIN, SLIDE_WIDTH } from '../slide/limits.ts'
import { formatSafeArea } from '../slide/safe-area.ts'
import { breakLines, evenLines, lineHeightOf, measureText, waysToBreak, type Letters, type Lines, type Measured } from './letters.ts'
import type { Ornament, Place, Sizes } from './look.ts'
import { costOf } from './cost-of-place.ts'
import type { PhotoView } from './photo-view.ts'

/** Units from the left edge of a slide that texts keep. */
const MARGIN = 20
/** Widest letters: a line that reaches from edge to edge is hard to read. */
const WIDEST = 0.9 * SLIDE_WIDTH
/** Units that texts keep from the ends of the safe area, which has margins of its own in the formats of feeds. */
const endsOf = (format: Format): number => (format === MAIN_FORMAT ? 10 : 2)
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
  format: Format
  /** Parts of the photo that the slide can show; none where texts don't lie on a photo whose map is known. */
  views: readonly PhotoView[]
}

export interface Placed {
  format: Format
  frames: Map<string, Frame & { fontSize?: number }>
  /** Round everything. */
  bounds: Frame
  /** Frames on the photo: letters, or the plain area under them. */
  covered: readonly Frame[]
  place: Place
  /** The part of the photo that is shown; null if its map isn't known. */
  view: PhotoView | null
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
const [EVEN, LOST, SHORT] = [0.35, 0.62, 0.62]
const quality = ({ widths, words }: Lines): number => {
  if (widths.length === 1) return 1
  const widest = Math.max(...widths)
  const lost = widths.filter((width, line) => words[line] === 1 && width < SHORT * widest).length
  return (1 - EVEN + (EVEN * Math.min(...widths)) / widest) * LOST ** lost
}

const paddingOf = ({ isHighlighted }: BlockText): number => (isHighlighted ? 2 * HIGHLIGHT_PADDING : 0)

function setAt(fontSize: number, { widths }: Pick<Lines, 'widths'>, { letters, text }: BlockText): SetText {
  const width = Math.ceil(fontSize * (Math.max(...widths) * SPARE + 2 * HIGHLIGHT_PADDING) * 10) / 10
  return { fontSize, width, height: Math.ceil((widths.length * lineHeightOf(letters, text) * fontSize + 0.15 * fontSize) * 10) / 10 }
}

const measured = new WeakMap<BlockText, { text: Measured; ways: Lines[] }>()

/** A text's measures, and the ways to break its lines as a title; once for all sizes and formats. */
function measuresOf(part: BlockText): { text: Measured; ways: Lines[] } {
  const known = measured.get(part)
  if (known) return known
  const text = measureText(part.text, part.letters)
  const ways = part.isTitle ? Array.from({ length: part.lines }, (_, at) => waysToBreak(text, at + 1)).flat() : []
  measured.set(part, { text, ways })
  return { text, ways }
}

/** A text in the lines that make it large and well shaped, at no more than a share of its largest size. */
function setTitle(part: BlockText, width: number, share: number): SetText | null {
  const [largest, smallest] = part.sizes
  let best: { score: number; set: SetText } | null = null
  for (const lines of measuresOf(part).ways) {
    const size = floorTenths(Math.min(largest * share, width / (Math.max(...lines.widths) * SPARE + paddingOf(part))))
    if (size < smallest) continue
    const score = size * quality(lines)
    if (!best || score > best.score) best = { score, set: setAt(size, lines, part) }
  }
  return best?.set ?? null
}

/** A text at a size, or smaller where a word is wider than its box. */
function setBody(part: BlockText, wanted: number, width: number): SetText {
  const { text } = measuresOf(part)
  const size = floorTenths(Math.max(FONT_SIZE_MIN, Math.min(wanted, width / (text.longest * SPARE + paddingOf(part)))))
  const { widths } = breakLines(text, (width / size - paddingOf(part)) / SPARE)
  return setAt(size, evenLines(text, widths.length) ?? { widths }, part)
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

function fitted(block: Block, { width, room, from }: { width: number; room: number; from: number }): Sized {
  let result = sized(block, width, from)
  for (let share = from - 0.04; result.height > room && share > 0.2; share -= 0.04) result = sized(block, width, share)
  return result
}

/** A place further down the list has to be this much calmer. */
const PREFERENCE = 16
/** Cost of moving texts by the slide's height from where a look has them. */
const MOVED = 90
/** Heights of the slide by which texts move from a place to find a calmer one. */
const MOVES = [0, -0.05, 0.05, -0.1, 0.1, -0.16, 0.16]
/** Shares of the largest sizes, with the cost of each; smaller ones are tried where nothing is calm enough. */
const SIZES = [
  { share: 1, cost: 0 },
  { share: 0.84, cost: 14 },
  { share: 0.7, cost: 32 },
] as const
const CALM_ENOUGH = 60

/** Share of the safe area's height that a panel leaves to the photo. */
const PHOTO_SHARE = 0.56

/** The part of a slide that texts may take in a format: `left` and `width` of letters, or of the card under them. */
function roomOf({ align, card, format }: Block): { left: number; width: number; top: number; bottom: number } {
  const safe = formatSafeArea(format)
  const right = safe.x + safe.width
  const isCentred = align === 'center' || card !== null
  const width = Math.min(WIDEST, isCentred ? 2 * Math.min(right, SLIDE_WIDTH - safe.x) - SLIDE_WIDTH : right - MARGIN - 4)
  const ends = endsOf(format)
  return { left: isCentred ? (SLIDE_WIDTH - width) / 2 : MARGIN, width, top: safe.y + ends, bottom: safe.y + safe.height - ends }
}

interface Candidate {
  cost: number
  place: Place
  y: number
  view: PhotoView | null
}

/**
 * Where texts go: as large as their look allows, where the photo is calm and beside its subject; the photo moves within its bounds. Pure, the same
 * everywhere for the same input. Sizes come from estimated widths; the painter breaks the lines evenly.
 */
export function placeTexts(block: Block): Placed {
  let best: { cost: number; placed: Placed } | null = null
  for (const { share, cost } of SIZES) {
    if (best && best.cost <= CALM_ENOUGH) break
    const attempt = placedAt(block, share)
    if (!best || attempt.cost + cost < best.cost) best = { cost: attempt.cost + cost, placed: attempt.placed }
    if (block.views.length === 0 || block.card || block.hasPanel) break
  }
  if (!best) throw new RangeError('Texts have at least one size')
  return best.placed
}

function placedAt(block: Block, share: number): { cost: number; placed: Placed } {
  const { align, card, hasPanel, format, places, views } = block
  const padding = card?.padding ?? 0
  const { left, width: outer, top, bottom } = roomOf(block)
  const half = (bottom - top) * (1 - PHOTO_SHARE)
  const { frames, height } = fitted(block, {
    width: outer - 2 * padding,
    room: (hasPanel ? half : bottom - top) - 2 * padding,
    from: share,
  })
  const whole = height + 2 * padding
  const relative = block.parts.map((part, index): Frame & { fontSize?: number } => {
    const own = frames[index] ?? { x: 0, y: 0, width: 1, height: 1 }
    // The painter keeps room for a highlight on both sides of a line: letters of all sizes begin on one line without it.
    const inset = isText(part) && !part.isHighlighted ? HIGHLIGHT_PADDING * (own.fontSize ?? 0) : 0
    const start = left + padding - inset
    const end = left + outer - padding - own.width + inset
    return { ...own, x: align === 'center' ? (SLIDE_WIDTH - own.width) / 2 : align === 'right' ? end : start, y: padding + own.y }
  })
  const tops: Record<Place, number> = {
    top: hasPanel ? top + Math.max(0, half - whole) / 2 : top,
    middle: (slideHeight(format) - whole) / 2,
    bottom: hasPanel ? bottom - half : bottom - whole,
  }
  const boundsAt = (y: number): Frame => ({ x: left, y, width: outer, height: whole })
  const coveredAt = (place: Place, y: number): Frame[] => {
    if (hasPanel) return [panelFrame(boundsAt(y), place, format)]
    return card ? [boundsAt(y)] : relative.map((frame) => ({ ...frame, y: frame.y + y }))
  }
  const candidates = places.flatMap((place, index): Candidate[] => {
    const moves = hasPanel || views.length === 0 ? [0] : MOVES
    return moves.flatMap((move): Candidate[] => {
      const y = clamp(tops[place] + move * slideHeight(format), top, Math.max(top, bottom - whole))
      const cost = index * PREFERENCE + (Math.abs(y - tops[place]) / slideHeight(format)) * MOVED
      if (views.length === 0) return [{ cost, place, y, view: null }]
      return views.map((view) => ({ cost: cost + costOf(coveredAt(place, y), view), place, y, view }))
    })
  })
  const found = candidates.reduce<Candidate>((least, one) => (one.cost < least.cost ? one : least), {
    cost: Infinity,
    place: 'middle',
    y: clamp(tops.middle, top, Math.max(top, bottom - whole)),
    view: null,
  })
  const { place, y, view } = found
  const rounded = (frame: Frame): Frame => ({
    x: tenths(frame.x),
    y: tenths(frame.y),
    width: tenths(frame.width),
    height: tenths(frame.height),
  })
  const placed = relative.map((frame, index): [string, Frame & { fontSize?: number }] => [
    block.parts[index]?.id ?? '',
    { ...frame, ...rounded({ ...frame, y: y + frame.y }) },
  ])
  return {
    cost: found.cost,
    placed: { format, frames: new Map(placed), bounds: rounded(boundsAt(y)), covered: coveredAt(place, y), place, view },
  }
}

/** Units of a panel between its texts and the photo. */
const PANEL_MARGIN = 22

/** The plain area from the texts to the nearest edge of the slide. */
export function panelFrame({ y, height }: Frame, place: Place, format: Format): Frame {
  const [from, end] = place === 'top' ? [0, y + height + PANEL_MARGIN] : [y - PANEL_MARGIN, slideHeight(format)]
  return { x: 0, y: tenths(from), width: SLIDE_WIDTH, height: tenths(end - from) }
}
