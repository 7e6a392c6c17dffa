import type { Frame } from './box.ts'
import type { SnapLine } from './snap-line.ts'

/** A place at which the gaps between boxes become equal: how far the moved frame has to shift, and the gaps to be shown. */
export interface GapHit {
  shift: number
  gaps: { from: number; to: number }[]
}

interface Span {
  start: number
  end: number
}

const spanOf = (frame: Frame, axis: 'x' | 'y'): Span =>
  axis === 'x' ? { start: frame.x, end: frame.x + frame.width } : { start: frame.y, end: frame.y + frame.height }

const across = (axis: 'x' | 'y'): 'x' | 'y' => (axis === 'x' ? 'y' : 'x')

/** Boxes in one row or column with the moved one: only between those a gap is seen as one. */
function neighbours(frame: Frame, others: readonly Frame[], axis: 'x' | 'y'): Span[] {
  const own = spanOf(frame, across(axis))
  return others
    .filter((other) => {
      const span = spanOf(other, across(axis))
      return span.start < own.end && own.start < span.end
    })
    .map((other) => spanOf(other, axis))
    .toSorted((a, b) => a.start - b.start)
}

/** The nearest position, within `reach` units, of a moved frame before, between or after two others with equal gaps. */
export function snapToGaps(frame: Frame, others: readonly Frame[], { axis, reach }: { axis: 'x' | 'y'; reach: number }): GapHit | null {
  const own = spanOf(frame, axis)
  const size = own.end - own.start
  const spans = neighbours(frame, others, axis)
  let best: GapHit | null = null
  const offer = (start: number, gaps: GapHit['gaps']): void => {
    const shift = start - own.start
    if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best.shift))) best = { shift, gaps }
  }
  for (const [index, first] of spans.entries()) {
    for (const second of spans.slice(index + 1)) {
      const gap = second.start - first.end
      if (gap <= 0) continue
      const between = { from: first.end, to: second.start }
      offer(second.end + gap, [between, { from: second.end, to: second.end + gap }])
      offer(first.start - gap - size, [{ from: first.start - gap, to: first.start }, between])
      const rest = (gap - size) / 2
      if (rest > 0) {
        offer(first.end + rest, [
          { from: first.end, to: first.end + rest },
          { from: second.start - rest, to: second.start },
        ])
      }
    }
  }
  return best
}

/** The gaps as lines to be drawn, through the middle of the frame that makes them equal. */
export function gapLines(hit: GapHit, frame: Frame, axis: 'x' | 'y'): SnapLine[] {
  const middle = axis === 'x' ? frame.y + frame.height / 2 : frame.x + frame.width / 2
  return hit.gaps.map(({ from, to }) => ({ axis: across(axis), at: middle, kind: 'gap', from, to }))
}
