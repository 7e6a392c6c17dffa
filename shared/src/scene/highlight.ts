import { ARC, CLOSE, CUBIC, LINE, MOVE } from '../shaping/outline.ts'
import type { Outline } from '../shaping/outline.ts'

/** One line's share of a highlight: a band round the axis `x`, in pixels. */
export interface Band {
  top: number
  bottom: number
  halfWidth: number
}

/**
 * Evens out neighbours whose widths differ by less than two corners need, to the wider of them: a step that small looks
 * like a mistake. Widening one band can bring it close to the next, so this repeats until nothing changes.
 */
export function mergeBands(bands: readonly Band[], radius: number): Band[] {
  const merged = bands.map((band) => ({ ...band }))
  let changed = true
  while (changed) {
    changed = false
    for (let i = 1; i < merged.length; i++) {
      const above = merged[i - 1]
      const below = merged[i]
      if (!above || !below || above.halfWidth === below.halfWidth) continue
      if (Math.abs(above.halfWidth - below.halfWidth) >= 2 * radius) continue
      above.halfWidth = below.halfWidth = Math.max(above.halfWidth, below.halfWidth)
      changed = true
    }
  }
  return merged
}

interface Corner {
  x: number
  y: number
}

/** The right edge from top to bottom: two corners at the ends and two at each step. */
function rightEdge(bands: readonly Band[]): Corner[] {
  const corners: Corner[] = []
  for (const [i, band] of bands.entries()) {
    const above = bands[i - 1]
    if (!above) corners.push({ x: band.halfWidth, y: band.top })
    else if (above.halfWidth !== band.halfWidth) corners.push({ x: above.halfWidth, y: band.top }, { x: band.halfWidth, y: band.top })
    if (i === bands.length - 1) corners.push({ x: band.halfWidth, y: band.bottom })
  }
  return corners
}

/** A point `distance` from `corner` on the straight line towards `other`; both lie on one axis. */
function towards(corner: Corner, other: Corner, distance: number): Corner {
  return { x: corner.x + Math.sign(other.x - corner.x) * distance, y: corner.y + Math.sign(other.y - corner.y) * distance }
}

/**
 * One closed path round all bands, which follow each other without gaps, with round corners outside and inside, so
 * that no seam can show between lines. `axis` is the x of their common centre.
 */
export function highlightOutline(bands: readonly Band[], radius: number, axis: number): Outline {
  const right = rightEdge(mergeBands(bands, radius))
  const corners = [...right, ...right.map(({ x, y }) => ({ x: -x, y })).toReversed()]
  const outline: number[] = []
  for (const [i, corner] of corners.entries()) {
    const before = corners[(i + corners.length - 1) % corners.length] ?? corner
    const after = corners[(i + 1) % corners.length] ?? corner
    const r = Math.min(radius, sideLength(before, corner) / 2, sideLength(corner, after) / 2)
    const from = towards(corner, before, r)
    const to = towards(corner, after, r)
    const control = r * (1 - ARC)
    const first = towards(corner, before, control)
    const second = towards(corner, after, control)
    outline.push(i === 0 ? MOVE : LINE, axis + from.x, from.y)
    outline.push(CUBIC, axis + first.x, first.y, axis + second.x, second.y, axis + to.x, to.y)
  }
  outline.push(CLOSE)
  return outline
}

function sideLength(a: Corner, b: Corner): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}
