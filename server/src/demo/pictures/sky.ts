import { type Rgb, blend, ease, scale } from './colour.ts'
import { type Field, randomFrom } from './noise.ts'

export interface Sun {
  x: number
  y: number
  /** Radius of the disc in widths of the picture. */
  radius: number
  colour: Rgb
  /** Light of the disc and of the wide glow around it. */
  disc: number
  glow: number
  /** How far the glow reaches, in widths. */
  reach: number
}

/** A sun or moon with its glow, to be added to the sky behind it. */
export function sunLight(sun: Sun, x: number, y: number): Rgb {
  const distance = Math.hypot(x - sun.x, y - sun.y)
  const disc = 1 - ease(sun.radius * 0.96, sun.radius * 1.04, distance)
  const near = Math.exp(-((distance / (sun.reach * 0.22)) ** 2)) * 0.6
  const wide = Math.exp(-distance / sun.reach)
  return scale(sun.colour, disc * sun.disc + (near + wide) * sun.glow)
}

/**
 * Clouds seen from below on a flat ceiling: `cover` 0 to 1, thicker towards the middle of each. The ceiling meets the horizon, so
 * that clouds grow small and flat there.
 */
export function cloudCeiling(field: Field, { horizon, height, cover }: { horizon: number; height: number; cover: number }): Field {
  return (x, y) => {
    const up = horizon - y
    if (up <= 0.004) return 0
    const depth = height / up
    const density = field((x - 0.5) * depth, depth)
    return ease(0.25 - cover, 0.85 - cover, density) * ease(0.004, 0.08, up)
  }
}

/** Draws stars as a list, so that each is one small soft point whatever the resolution. */
export function scatterStars(seed: number, count: number): readonly { x: number; y: number; size: number; colour: Rgb }[] {
  const random = randomFrom(seed)
  const cool: Rgb = [0.75, 0.86, 1]
  const warm: Rgb = [1, 0.83, 0.62]
  return Array.from({ length: count }, () => {
    const brightness = 0.06 + random() ** 9 * 3
    return {
      x: random(),
      y: random() * 1.8,
      size: 0.00065 + brightness * 0.0004,
      colour: scale(blend(cool, warm, random() ** 2), brightness),
    }
  })
}
