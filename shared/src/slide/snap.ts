import { frameOf, listBoxes } from './box.ts'
import type { BoxRef, Frame } from './box.ts'
import type { Handle } from './geometry.ts'
import { MAIN_FORMAT, slideHeight } from './formats.ts'
import { SLIDE_WIDTH } from './model.ts'
import type { Slide } from './model.ts'
import { gapLines, snapToGaps } from './snap-gaps.ts'
import type { GapHit } from './snap-gaps.ts'
import type { SnapLine } from './snap-line.ts'

/** The slide's centre catches a dragged box from this far, in units. */
export const SNAP_CENTRE = 15
/** Other boxes and the safe area catch it from nearer: they are many, and the centre goes first. */
export const SNAP_NEAR = 4

export interface SnapResult {
  dx: number
  dy: number
  guides: SnapLine[]
}

/** All lines a box can snap to. Collected once, when a gesture starts. */
export function collectSnapLines(slide: Slide, moving: readonly BoxRef[], safe: Frame): SnapLine[] {
  const others = listBoxes(slide).filter((entry) => !moving.includes(entry.ref) && !entry.box.hidden)
  const height = slideHeight(slide.format ?? MAIN_FORMAT)
  const sides = safe.x > 0 ? [safe.x, safe.x + safe.width] : [safe.x + safe.width]
  return [
    { axis: 'x', at: SLIDE_WIDTH / 2, kind: 'centre', from: 0, to: height },
    { axis: 'y', at: height / 2, kind: 'centre', from: 0, to: SLIDE_WIDTH },
    ...sides.map((at) => ({ axis: 'x' as const, at, kind: 'safe' as const, from: 0, to: height })),
    { axis: 'y', at: safe.y, kind: 'safe', from: 0, to: SLIDE_WIDTH },
    { axis: 'y', at: safe.y + safe.height, kind: 'safe', from: 0, to: SLIDE_WIDTH },
    ...others.flatMap((entry) => linesOfFrame(frameOf(entry.frame))),
  ]
}

function linesOfFrame(frame: Frame): SnapLine[] {
  const right = frame.x + frame.width
  const bottom = frame.y + frame.height
  return [
    ...[frame.x, frame.x + frame.width / 2, right].map((at) => ({
      axis: 'x' as const,
      at,
      kind: 'box' as const,
      from: frame.y,
      to: bottom,
    })),
    ...[frame.y, frame.y + frame.height / 2, bottom].map((at) => ({
      axis: 'y' as const,
      at,
      kind: 'box' as const,
      from: frame.x,
      to: right,
    })),
  ]
}

interface Hit {
  shift: number
  line: SnapLine
}

/** The best line for one axis: the slide's centre by the box's own centre first, then whatever is nearest. */
function bestHit(points: { start: number[]; centre: number | null }, lines: readonly SnapLine[]): Hit | null {
  const { centre } = points
  const middle = lines.find((line) => line.kind === 'centre')
  if (middle && centre !== null && Math.abs(middle.at - centre) <= SNAP_CENTRE) return { shift: middle.at - centre, line: middle }
  let best: Hit | null = null
  for (const line of lines) {
    for (const point of centre === null ? points.start : [...points.start, centre]) {
      const shift = line.at - point
      if (Math.abs(shift) <= SNAP_NEAR && (best === null || Math.abs(shift) < Math.abs(best.shift))) best = { shift, line }
    }
  }
  return best
}

/** A guide is drawn along the line and on to the box it caught. */
function guideOf({ line }: Hit, frame: Frame): SnapLine {
  if (line.kind !== 'box') return line
  const [start, end] = line.axis === 'x' ? [frame.y, frame.y + frame.height] : [frame.x, frame.x + frame.width]
  return { ...line, from: Math.min(line.from, start), to: Math.max(line.to, end) }
}

function resultOf(hits: { x: Hit | null; y: Hit | null }, frame: Frame): SnapResult {
  const dx = hits.x?.shift ?? 0
  const dy = hits.y?.shift ?? 0
  const moved = { ...frame, x: frame.x + dx, y: frame.y + dy }
  return { dx, dy, guides: [hits.x, hits.y].filter((hit) => hit !== null).map((hit) => guideOf(hit, moved)) }
}

const NO_SNAP: SnapResult = { dx: 0, dy: 0, guides: [] }

export interface MoveOptions {
  lines: readonly SnapLine[]
  /** The boxes that don't move; gaps to them are equalized. */
  others?: readonly Frame[]
  bypass?: boolean
}

/** How far a moved frame (or the rectangle round several) has to shift to sit on the lines near it, and what to show. */
export function snapMove(frame: Frame, { lines, others = [], bypass = false }: MoveOptions): SnapResult {
  if (bypass) return NO_SNAP
  const x = moveHit(frame, { axis: 'x', lines, others })
  const y = moveHit(frame, { axis: 'y', lines, others })
  const lineHits = { x: x.line, y: y.line }
  const result = resultOf(lineHits, frame)
  const [dx, dy] = [x.gap?.shift ?? result.dx, y.gap?.shift ?? result.dy]
  const moved = { ...frame, x: frame.x + dx, y: frame.y + dy }
  const gaps = [...(x.gap ? gapLines(x.gap, moved, 'x') : []), ...(y.gap ? gapLines(y.gap, moved, 'y') : [])]
  return { dx, dy, guides: [...result.guides, ...gaps] }
}

/** Snap result for one axis: a line, or equal gaps where those are closer and the line is not the slide's centre. */
function moveHit(frame: Frame, { axis, lines, others }: { axis: 'x' | 'y'; lines: readonly SnapLine[]; others: readonly Frame[] }) {
  const [start, size] = axis === 'x' ? [frame.x, frame.width] : [frame.y, frame.height]
  const line = bestHit(
    { start: [start, start + size], centre: start + size / 2 },
    lines.filter((one) => one.axis === axis),
  )
  const none: { line: Hit | null; gap: GapHit | null } = { line, gap: null }
  if (line?.line.kind === 'centre') return none
  const gap = snapToGaps(frame, others, { axis, reach: SNAP_NEAR })
  return gap && (line === null || Math.abs(gap.shift) < Math.abs(line.shift)) ? { line: null, gap } : none
}

/** The same for a pulled handle: only the edges it moves can snap. */
export function snapResize(frame: Frame, pull: { handle: Handle; lines: readonly SnapLine[]; bypass?: boolean }): SnapResult {
  const { handle, lines, bypass = false } = pull
  if (bypass) return NO_SNAP
  const edgeX = handle.includes('e') ? frame.x + frame.width : handle.includes('w') ? frame.x : null
  const edgeY = handle.includes('s') ? frame.y + frame.height : handle.includes('n') ? frame.y : null
  const x =
    edgeX === null
      ? null
      : bestHit(
          { start: [edgeX], centre: null },
          lines.filter((line) => line.axis === 'x'),
        )
  const y =
    edgeY === null
      ? null
      : bestHit(
          { start: [edgeY], centre: null },
          lines.filter((line) => line.axis === 'y'),
        )
  return resultOf({ x, y }, frame)
}
