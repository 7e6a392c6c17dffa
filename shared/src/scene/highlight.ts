import { ARC, CLOSE, CUBIC, LINE, MOVE } from '../shaping/outline.ts'
import type { Outline } from '../shaping/outline.ts'

/** The part of a highlight behind one line, in pixels; left and right from a common axis. */
export interface Band {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Evens out edges of neighbours that are closer than two corners need, to the outer one: a step that small looks like a mistake. Widening one
 * band can bring it close to the next, so this repeats until nothing changes.
 */
export function mergeBands(bands: readonly Band[], radius: number): Band[] {
  const merged = bands.map((band) => ({ ...band }))
  const isStep = (a: number, b: number): boolean => a !== b && Math.abs(a - b) < 2 * radius
  let changed = true
  while (changed) {
    changed = false
    for (let i = 1; i < merged.length; i++) {
      const above = merged[i - 1]
      const below = merged[i]
      if (!above || !below) continue
      const [left, right] = [isStep(above.left, below.left), isStep(above.right, below.right)]
      if (left) above.left = below.left = Math.min(above.left, below.left)
      if (right) above.right = below.right = Math.max(above.right, below.right)
      changed ||= left || right
    }
  }
  return merged
}

interface Corner {
  x: number
  y: number
}

/** An edge from top to bottom: two corners at the ends and two at each step. */
function edgeOf(bands: readonly Band[], side: 'left' | 'right'): Corner[] {
  const corners: Corner[] = []
  for (const [i, band] of bands.entries()) {
    const above = bands[i - 1]
    if (!above) corners.push({ x: band[side], y: band.top })
    else if (above[side] !== band[side]) corners.push({ x: above[side], y: band.top }, { x: band[side], y: band.top })
    if (i === bands.length - 1) corners.push({ x: band[side], y: band.bottom })
  }
  return corners
}

/** A point `distance` from `corner` on the straight line towards `other`; both lie on one axis. */
function towards(corner: Corner, other: Corner, distance: number): Corner {
  return { x: corner.x + Math.sign(other.x - corner.x) * distance, y: corner.y + Math.sign(other.y - corner.y) * distance }
}

/**
 * One closed path round all bands, which follow each other without gaps, with round corners outside and inside, so
 * that no seam can show between lines. `axis` is the x that their edges count from.
 */
export function highlightOutline(bands: readonly Band[], radius: number, axis: number): Outline {
  const merged = mergeBands(bands, radius)
  const corners = [...edgeOf(merged, 'right'), ...edgeOf(merged, 'left').toReversed()]
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
