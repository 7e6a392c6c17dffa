import type { Figure, Outline } from '../shaping/outline.ts'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'

/** A rectangle of whole pixels; `right` and `bottom` are the first ones outside. */
export interface Region {
  left: number
  top: number
  right: number
  bottom: number
}

export const WHOLE_SLIDE: Region = { left: 0, top: 0, right: EXPORT_WIDTH, bottom: EXPORT_HEIGHT }
const NOTHING: Region = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }

export function isEmpty(region: Region): boolean {
  return region.left >= region.right || region.top >= region.bottom
}

export function union(regions: readonly Region[]): Region {
  return regions.reduce(
    (sum, region) => ({
      left: Math.min(sum.left, region.left),
      top: Math.min(sum.top, region.top),
      right: Math.max(sum.right, region.right),
      bottom: Math.max(sum.bottom, region.bottom),
    }),
    NOTHING,
  )
}

export function overlaps(a: Region, b: Region): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

export function shift(region: Region, x: number, y: number): Region {
  return { left: region.left + x, top: region.top + y, right: region.right + x, bottom: region.bottom + y }
}

/** The part of a region that is on the slide. */
export function onSlide(region: Region): Region {
  return {
    left: Math.max(0, region.left),
    top: Math.max(0, region.top),
    right: Math.min(EXPORT_WIDTH, region.right),
    bottom: Math.min(EXPORT_HEIGHT, region.bottom),
  }
}

/** Number of coordinates after each opcode. */
const COORDINATES = [2, 2, 4, 6, 0]
const outlineBounds = new WeakMap<Outline, Region>()

/** The rectangle round all points of an outline, those that only steer curves included. Remembered for each outline. */
function boundsOf(outline: Outline): Region {
  let bounds = outlineBounds.get(outline)
  if (!bounds) {
    bounds = { ...NOTHING }
    for (let i = 0; i < outline.length;) {
      const end = i + 1 + (COORDINATES[outline[i] as number] ?? 0)
      for (i += 1; i < end; i += 2) {
        const x = outline[i] as number
        const y = outline[i + 1] as number
        bounds.left = Math.min(bounds.left, x)
        bounds.right = Math.max(bounds.right, x)
        bounds.top = Math.min(bounds.top, y)
        bounds.bottom = Math.max(bounds.bottom, y)
      }
    }
    outlineBounds.set(outline, bounds)
  }
  return bounds
}

/** Pixels that shapes can touch, with half a line's width around them. */
export function touchedBy(figures: readonly Figure[], lineWidth: number): Region {
  const region = { ...NOTHING }
  for (const { outline, x, y, scale } of figures) {
    const bounds = boundsOf(outline)
    region.left = Math.min(region.left, x + scale * bounds.left)
    region.right = Math.max(region.right, x + scale * bounds.right)
    region.top = Math.min(region.top, y + scale * bounds.top)
    region.bottom = Math.max(region.bottom, y + scale * bounds.bottom)
  }
  const reach = lineWidth / 2 + 1
  return {
    left: Math.floor(region.left - reach),
    top: Math.floor(region.top - reach),
    right: Math.ceil(region.right + reach),
    bottom: Math.ceil(region.bottom + reach),
  }
}
