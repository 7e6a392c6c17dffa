import { keepsRatio, roundUnits } from './geometry.ts'
import { listBoxes } from './box.ts'
import type { BoxRef, Frame, SlideBox } from './box.ts'
import { boundsOfBox, EDGE, isCentred, isFixture, nearEdge } from './fixtures.ts'
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
/** Lines of the safe area which boxes keep to, beside the slide's edges. */
const LINES = [1 / 3, 1 / 2, 2 / 3]

/** Boxes that overlap, and so move and shrink as one; or a fixture, which keeps to its edge. */
interface Group {
  entries: SlideBox[]
  bounds: Frame
  isFixture: boolean
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
  const anchorOf = (index: number): number => anchors[index] ?? SLIDE_WIDTH / 2
  for (let scale = 1; scale > SMALLEST; scale -= STEP) {
    const shrunk = groups.map((group, index) => ({ ...group, ...spanOf(group, { scale, anchor: anchorOf(index) }) }))
    const tops = stackGroups(shrunk, { format, scale })
    const isLast = scale - STEP <= SMALLEST
    if (!tops && !isLast) continue
    for (const [index, group] of groups.entries()) {
      const top = tops?.[index] ?? wantedTop(group, { format, scale })
      for (const entry of group.entries) placed.set(entry.ref, placeInGroup(entry, group.bounds, { top, scale, anchor: anchorOf(index) }))
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

const bottomOf = ({ y, height }: Frame): number => y + height
const rightOf = ({ x, width }: Frame): number => x + width

interface Span {
  left: number
  right: number
}

const overlapAcross = (a: Span, b: Span): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOUCHING

function overlap(a: Frame, b: Frame): boolean {
  const isAcross = overlapAcross({ left: a.x, right: rightOf(a) }, { left: b.x, right: rightOf(b) })
  return isAcross && Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y) > TOUCHING
}

function contains(outer: Frame, inner: Frame): boolean {
  const isAcross = inner.x >= outer.x - TOUCHING && rightOf(inner) <= rightOf(outer) + TOUCHING
  return isAcross && inner.y >= outer.y - TOUCHING && bottomOf(inner) <= bottomOf(outer) + TOUCHING
}

/** The smallest rectangle round two. */
function unite(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, width: Math.max(rightOf(a), rightOf(b)) - x, height: Math.max(bottomOf(a), bottomOf(b)) - y }
}

/** Groups from top to bottom. Only fixtures may overlap others. Hidden boxes stay alone. */
function groupBoxes(entries: readonly SlideBox[]): Group[] {
  let groups: Group[] = []
  for (const entry of entries) {
    let group: Group = { entries: [entry], bounds: boundsOfBox(entry), isFixture: isFixture(entry) }
    const meets = (other: Group): boolean => !isHidden(other) && !isHidden(group) && belongTogether(other, group)
    for (let met = groups.filter(meets); met.length > 0; met = groups.filter(meets)) {
      groups = groups.filter((other) => !met.includes(other))
      for (const other of met) group = join(other, group)
    }
    groups.push(group)
  }
  return fixturesOutside(groups.toSorted((a, b) => a.bounds.y - b.bounds.y))
}

function belongTogether(a: Group, b: Group): boolean {
  if (a.isFixture && b.isFixture) return false
  if (!a.isFixture && !b.isFixture) return overlap(a.bounds, b.bounds)
  const [fixture, other] = a.isFixture ? [a, b] : [b, a]
  return other.entries.some((entry) => entry.kind !== 'text' && contains(boundsOfBox(entry), fixture.bounds))
}

/** A fixture on a badge is one still; on a card with texts it belongs to them. */
function join(a: Group, b: Group): Group {
  const entries = [...a.entries, ...b.entries]
  const bounds = unite(a.bounds, b.bounds)
  const isBadge = bounds.width <= SLIDE_WIDTH / 2 && entries.every((entry) => entry.kind !== 'text' || isFixture(entry))
  return { entries, bounds, isFixture: isBadge && entries.some(isFixture) && nearEdge(bounds) !== null }
}

/** Fixtures that overlap others come before or after all of them. */
function fixturesOutside(groups: readonly Group[]): Group[] {
  const edgeOf = (group: Group): 'top' | 'bottom' | null => (overlapsContent(group, groups) ? nearEdge(group.bounds) : null)
  const edges = new Map(groups.map((group) => [group, edgeOf(group)]))
  const at = (edge: 'top' | 'bottom' | null): Group[] => groups.filter((group) => edges.get(group) === edge)
  return [...at('top'), ...at(null), ...at('bottom')]
}

function overlapsContent(group: Group, groups: readonly Group[]): boolean {
  return group.isFixture && groups.some((other) => !other.isFixture && overlap(other.bounds, group.bounds))
}

const isHidden = ({ entries }: Pick<Group, 'entries'>): boolean => entries.every(({ box }) => box.hidden)

interface Attempt {
  format: OtherFormat
  scale: number
}

/**
 * Keeps the distance from a near edge of the slide, and elsewhere the place between the thirds and the middle of the safe area. Without jumps, so that
 * neighbours stay about as far apart.
 */
function wantedTop({ bounds, isFixture: keepsEdge }: Group, { format, scale }: Attempt): number {
  const own = bounds.height * scale
  const [last, lastThere] = [SLIDE_HEIGHT - bounds.height, slideHeight(format) - own]
  if (last <= 0) return (bounds.y / SLIDE_HEIGHT) * slideHeight(format)
  const safe = formatSafeArea(format)
  if (keepsEdge) {
    const [low, lowThere] = [bottomOf(SAFE_AREA) - bounds.height, bottomOf(safe) - own]
    return interpolate(
      [
        [0, 0],
        [EDGE, EDGE],
        [low, lowThere],
        [last - EDGE, lastThere - EDGE],
        [last, lastThere],
      ],
      bounds.y,
    )
  }
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
function stackGroups(groups: readonly ShrunkGroup[], attempt: Attempt): number[] | null {
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

/** A group with the sides that it has where all are narrower. */
type ShrunkGroup = Group & Span

/** Groups above or below another one, with the gap that both keep. Fixtures that share a line in 9:16 may share it everywhere. */
function neighbours(groups: readonly ShrunkGroup[], of: number): { index: number; gap: number }[] {
  const own = groups[of]
  if (!own || isHidden(own)) return []
  return groups.flatMap((other, index) => {
    if (other === own || isHidden(other) || !overlapAcross(other, own)) return []
    const isOverlapping = overlap(other.bounds, own.bounds)
    if (isOverlapping && other.isFixture && own.isFixture) return []
    const [upper, lower] = index < of ? [other, own] : [own, other]
    return [{ index, gap: isOverlapping ? GAP : Math.min(GAP, Math.max(0, lower.bounds.y - bottomOf(upper.bounds))) }]
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

/**
 * All groups become narrower towards one line, so that what is aligned stays aligned: the middle of the slide where a box is centred on it. Those that
 * keep to a corner stay in it.
 */
function sideAnchors(groups: readonly Group[]): number[] {
  const corners = groups.map((group) => group.isFixture || isInCorner(group, groups))
  const others = groups.filter((group, i) => !corners[i] && !isHidden(group))
  const hasCentred = others.some(({ entries }) => entries.some(({ frame }) => isCentred(frame)))
  const common = hasCentred || others.length === 0 ? SLIDE_WIDTH / 2 : sideAnchor(others.map(({ bounds }) => bounds).reduce(unite))
  return groups.map(({ bounds }, i) => (corners[i] ? sideAnchor(bounds) : common))
}

/** The sides of a group where it is narrower. */
function spanOf({ entries, bounds }: Group, { scale, anchor }: { scale: number; anchor: number }): Span {
  const places = entries.map((entry) => placeInGroup(entry, bounds, { top: 0, scale, anchor }))
  return {
    left: Math.min(anchor + (bounds.x - anchor) * scale, ...places.map(({ x }) => x)),
    right: Math.max(anchor + (rightOf(bounds) - anchor) * scale, ...places.map(rightOf)),
  }
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
