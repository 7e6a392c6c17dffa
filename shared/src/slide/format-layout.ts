import { keepsRatio, roundUnits } from './geometry.ts'
import { listBoxes, rotationOf } from './box.ts'
import type { BoxRef, Frame, SlideBox } from './box.ts'
import { slideHeight } from './formats.ts'
import type { OtherFormat } from './formats.ts'
import { FONT_SIZE_MIN, SLIDE_HEIGHT, SLIDE_WIDTH } from './limits.ts'
import type { Slide } from './model.ts'
import { formatSafeArea, SAFE_AREA } from './safe-area.ts'

/** Place of a box in a format, in slide units; a text brings its font size along. */
export interface Placement extends Frame {
  fontSize?: number
}

/** A box that spans this share of the slide's height is part of its background: it spans every format. */
const SPANNING = 0.75
/** Boxes that overlap by less than this, in units, are neighbours. */
const TOUCHING = 0.5
/** Gap that neighbours keep, in units, unless theirs is smaller. */
const GAP = 4
/** Steps in which everything shrinks until it fits, and how far. */
const STEP = 0.05
const SMALLEST = 0.4
/** Groups this near to an edge, in units, keep their distance from it. */
const EDGE = 24
/** Lines of the safe area which boxes keep to, beside the slide's edges. */
const LINES = [1 / 3, 1 / 2, 2 / 3]

/** Boxes that overlap, and so move and shrink as one. */
interface Group {
  entries: SlideBox[]
  bounds: Frame
}

/** Where every box of a slide goes in a format, unless it was placed there by hand. */
export function layoutInFormat(slide: Slide, format: OtherFormat): Map<BoxRef, Placement> {
  const height = slideHeight(format)
  const placed = new Map<BoxRef, Placement>()
  const entries = listBoxes(slide)
  const spanning = entries.filter(({ frame }) => frame.height >= SPANNING * SLIDE_HEIGHT)
  for (const entry of spanning) placed.set(entry.ref, stretch(entry, height))
  const groups = groupBoxes(entries.filter((entry) => !spanning.includes(entry)))
  const anchors = sideAnchors(groups)
  for (let scale = 1; scale > SMALLEST; scale -= STEP) {
    const tops = stackGroups(groups, { format, scale })
    const isLast = scale - STEP <= SMALLEST
    if (!tops && !isLast) continue
    for (const [index, group] of groups.entries()) {
      const top = tops?.[index] ?? wantedTop(group, { format, scale })
      const place = { top, scale, anchor: anchors[index] ?? SLIDE_WIDTH / 2 }
      for (const entry of group.entries) placed.set(entry.ref, placeInGroup(entry, group.bounds, place))
    }
    return placed
  }
  return placed
}

/**
 * A box that spans the slide keeps its distances from the edges. One with a ratio is cut by the edges if it reached both of them, and otherwise becomes
 * smaller around its middle line.
 */
function stretch(entry: SlideBox, height: number): Placement {
  const { x, y, width, height: before } = entry.frame
  const scale = height / SLIDE_HEIGHT
  if (!keepsRatio(entry)) return { x, y, width, height: roundUnits(Math.max(1, height - (SLIDE_HEIGHT - before))), ...fontOf(entry, 1) }
  if (y < TOUCHING && y + before > SLIDE_HEIGHT - 2 * TOUCHING)
    return { x, y: roundUnits(y - (SLIDE_HEIGHT - height) / 2), width, height: before }
  const side = { width: roundUnits(width * scale), height: roundUnits(before * scale) }
  return { x: roundUnits(x + (width - side.width) / 2), y: roundUnits(y * scale), ...side }
}

function fontOf(entry: SlideBox, scale: number): Pick<Placement, 'fontSize'> {
  if (entry.kind !== 'text') return {}
  return { fontSize: Math.max(FONT_SIZE_MIN, Math.round(entry.box.fontSize * scale * 10) / 10) }
}

/** The rectangle round a box as it is rotated. */
function boundsOfBox(entry: SlideBox): Frame {
  const angle = (rotationOf(entry) * Math.PI) / 180
  const { x, y, width, height } = entry.frame
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const turned = { width: width * cos + height * sin, height: width * sin + height * cos }
  return { x: x + (width - turned.width) / 2, y: y + (height - turned.height) / 2, ...turned }
}

const bottomOf = ({ y, height }: Frame): number => y + height
const rightOf = ({ x, width }: Frame): number => x + width

function overlapAcross(a: Frame, b: Frame): boolean {
  return Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x) > TOUCHING
}

function overlap(a: Frame, b: Frame): boolean {
  return overlapAcross(a, b) && Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y) > TOUCHING
}

/** The smallest rectangle round two. */
function unite(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, width: Math.max(rightOf(a), rightOf(b)) - x, height: Math.max(bottomOf(a), bottomOf(b)) - y }
}

/** Groups from top to bottom, none of which overlaps another. Hidden boxes stay alone. */
function groupBoxes(entries: readonly SlideBox[]): Group[] {
  let groups: Group[] = []
  for (const entry of entries) {
    let group: Group = { entries: [entry], bounds: boundsOfBox(entry) }
    const meets = (other: Group): boolean => overlap(other.bounds, group.bounds) && !isHidden(other) && !isHidden(group)
    for (let met = groups.filter(meets); met.length > 0; met = groups.filter(meets)) {
      groups = groups.filter((other) => !met.includes(other))
      for (const other of met) group = { entries: [...other.entries, ...group.entries], bounds: unite(other.bounds, group.bounds) }
    }
    groups.push(group)
  }
  return groups.toSorted((a, b) => a.bounds.y - b.bounds.y)
}

const isHidden = ({ entries }: Group): boolean => entries.every(({ box }) => box.hidden)

interface Attempt {
  format: OtherFormat
  scale: number
}

/**
 * Keeps the distance from a near edge of the slide, and elsewhere the place between the thirds and the middle of the safe area. Without jumps, so that
 * neighbours stay about as far apart.
 */
function wantedTop({ bounds }: Group, { format, scale }: Attempt): number {
  const own = bounds.height * scale
  const [last, lastThere] = [SLIDE_HEIGHT - bounds.height, slideHeight(format) - own]
  if (last <= 0) return (bounds.y / SLIDE_HEIGHT) * slideHeight(format)
  const safe = formatSafeArea(format)
  const lines = LINES.map((share): Knot => [
    SAFE_AREA.y + SAFE_AREA.height * share - bounds.height / 2,
    safe.y + safe.height * share - own / 2,
  ])
  const knots: Knot[] = [[0, 0]]
  for (const [top, there] of [[EDGE, EDGE] satisfies Knot, ...lines, [last - EDGE, lastThere - EDGE] satisfies Knot]) {
    const [before, thereBefore] = knots.at(-1) ?? [0, 0]
    if (top > before && there > thereBefore && top < last && there < lastThere) knots.push([top, there])
  }
  return interpolate([...knots, [last, lastThere]], bounds.y)
}

/** A top in 9:16, and the one that it has in the format. */
type Knot = [top: number, there: number]

function interpolate(knots: readonly Knot[], top: number): number {
  let [from, to] = knots[0] ?? [0, 0]
  for (const [next, there] of knots.slice(1)) {
    if (top <= next) return to + ((top - from) * (there - to)) / (next - from)
    from = next
    to = there
  }
  return to + top - from
}

/** The tops of the groups, moved apart where they would overlap; null when they do not fit. */
function stackGroups(groups: readonly Group[], attempt: Attempt): number[] | null {
  const height = slideHeight(attempt.format)
  const margin = formatSafeArea(attempt.format).y
  const sizes = groups.map(({ bounds }) => bounds.height * attempt.scale)
  // A group that was nearer to an edge than the margin may stay so.
  const least = groups.map(({ bounds }) => Math.min(margin, bounds.y))
  const most = groups.map(({ bounds }, i) => height - Math.min(margin, SLIDE_HEIGHT - bottomOf(bounds)) - (sizes[i] ?? 0))
  const tops = groups.map((group) => wantedTop(group, attempt))
  const at = (list: readonly number[], i: number): number => list[i] ?? 0
  for (const i of tops.keys()) {
    const above = neighbours(groups, i).filter(({ index }) => index < i)
    tops[i] = Math.max(at(tops, i), at(least, i), ...above.map(({ index, gap }) => at(tops, index) + at(sizes, index) + gap))
  }
  for (const i of [...tops.keys()].toReversed()) {
    const below = neighbours(groups, i).filter(({ index }) => index > i)
    tops[i] = Math.min(at(tops, i), at(most, i), ...below.map(({ index, gap }) => at(tops, index) - gap - at(sizes, i)))
  }
  return tops.every((top, i) => top >= at(least, i) - TOUCHING) ? tops : null
}

/** Groups above or below another one, with the gap that both keep. */
function neighbours(groups: readonly Group[], of: number): { index: number; gap: number }[] {
  const own = groups[of]
  if (!own || isHidden(own)) return []
  return groups.flatMap((other, index) => {
    if (other === own || isHidden(other) || !overlapAcross(other.bounds, own.bounds)) return []
    const [upper, lower] = index < of ? [other, own] : [own, other]
    return [{ index, gap: Math.min(GAP, Math.max(0, lower.bounds.y - bottomOf(upper.bounds))) }]
  })
}

/** Where groups keep to where they become narrower: the left, the middle or the right of their rectangle, whichever is nearest to that of the slide. */
function sideAnchor(bounds: Frame): number {
  const right = SLIDE_WIDTH - rightOf(bounds)
  if (Math.abs(bounds.x - right) <= Math.max(TOUCHING, Math.min(bounds.x, right))) return bounds.x + bounds.width / 2
  return right < bounds.x ? rightOf(bounds) : bounds.x
}

/** A small group in a corner, such as a logo or a page number, unless it is in line with another. */
function isInCorner({ bounds }: Group, groups: readonly Group[]): boolean {
  const { x, y, width } = bounds
  if (width > SLIDE_WIDTH / 2 || Math.min(x, SLIDE_WIDTH - rightOf(bounds)) > EDGE) return false
  if (Math.min(y, SLIDE_HEIGHT - bottomOf(bounds)) > EDGE) return false
  return !groups.some(
    ({ bounds: other }) => other !== bounds && (Math.abs(other.x - x) < TOUCHING || Math.abs(rightOf(other) - rightOf(bounds)) < TOUCHING),
  )
}

/** All groups become narrower towards one line, so that what is aligned stays aligned; those in a corner stay in it. */
function sideAnchors(groups: readonly Group[]): number[] {
  const corners = groups.map((group) => isInCorner(group, groups))
  const others = groups.filter((group, i) => !corners[i] && !isHidden(group)).map(({ bounds }) => bounds)
  const common = others.length > 0 ? sideAnchor(others.reduce(unite)) : SLIDE_WIDTH / 2
  return groups.map(({ bounds }, i) => (corners[i] ? sideAnchor(bounds) : common))
}

/** A box within its group. One that may change its ratio still reaches the sides of the slide which it reached. */
function placeInGroup(entry: SlideBox, bounds: Frame, { top, scale, anchor }: { top: number; scale: number; anchor: number }): Placement {
  const { x, y, width, height } = entry.frame
  const across = (at: number): number => anchor + (at - anchor) * scale
  const left = !keepsRatio(entry) && x < TOUCHING ? x : across(x)
  const right = !keepsRatio(entry) && x + width > SLIDE_WIDTH - TOUCHING ? x + width : across(x + width)
  return {
    x: roundUnits(left),
    y: roundUnits(top + (y - bounds.y) * scale),
    width: roundUnits(right - left),
    height: roundUnits(height * scale),
    ...fontOf(entry, scale),
  }
}
