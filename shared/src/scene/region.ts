import { COORDINATES } from '../shaping/outline.ts'
import type { Figure, Outline } from '../shaping/outline.ts'
import type { Size } from '../slide/formats.ts'

/** A rectangle of whole pixels; `right` and `bottom` are the first ones outside. */
export interface Region {
  left: number
  top: number
  right: number
  bottom: number
}

/** The region of a slide of a size in pixels. */
export function wholeSlide({ width, height }: Size): Region {
  return { left: 0, top: 0, right: width, bottom: height }
}

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

export function intersection(a: Region, b: Region): Region {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

export function overlaps(a: Region, b: Region): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

export function shift(region: Region, x: number, y: number): Region {
  return { left: region.left + x, top: region.top + y, right: region.right + x, bottom: region.bottom + y }
}

/** A turn around a point in pixels, clockwise. */
export interface Turn {
  cos: number
  sin: number
  x: number
  y: number
}

/** Rounded, so that all engines turn alike, and a quarter turn is exact. */
export function turnAround(degrees: number, x: number, y: number): Turn {
  const round = (value: number): number => Math.round(value * 2 ** 24) / 2 ** 24
  const angle = (degrees * Math.PI) / 180
  return { cos: round(Math.cos(angle)), sin: round(Math.sin(angle)), x, y }
}

export function turnPoint(point: { x: number; y: number }, { cos, sin, x, y }: Turn): { x: number; y: number } {
  return { x: x + (point.x - x) * cos - (point.y - y) * sin, y: y + (point.x - x) * sin + (point.y - y) * cos }
}

/** The rectangle round a region that is turned. */
export function turned(region: Region, turn: Turn): Region {
  if (isEmpty(region)) return region
  const corners = [region.left, region.right].flatMap((x) => [region.top, region.bottom].map((y) => turnPoint({ x, y }, turn)))
  return {
    left: Math.floor(Math.min(...corners.map((corner) => corner.x))),
    top: Math.floor(Math.min(...corners.map((corner) => corner.y))),
    right: Math.ceil(Math.max(...corners.map((corner) => corner.x))),
    bottom: Math.ceil(Math.max(...corners.map((corner) => corner.y))),
  }
}

export function grow({ left, top, right, bottom }: Region, by: number): Region {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

/** True for a region that no edge of a slide of a size in pixels cuts. */
export function isInside({ left, top, right, bottom }: Region, { width, height }: Size): boolean {
  return left >= 0 && top >= 0 && right <= width && bottom <= height
}

/** The part of a region that is on a slide of a size in pixels. */
export function onSlide(region: Region, size: Size): Region {
  return intersection(region, wholeSlide(size))
}

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
