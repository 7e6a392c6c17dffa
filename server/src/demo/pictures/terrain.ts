import { type Rgb, clamp, ease } from './colour.ts'
import { type Film, type Shader, expose } from './film.ts'
import type { Field } from './noise.ts'

/** A place on the ground that a pixel sees. */
export interface Ground {
  x: number
  z: number
  height: number
  depth: number
  /** Upwards part of the surface's normal: 1 is level, 0 a wall. */
  level: number
  /** Light of the sun that reaches it, 0 to 1, cast shadows included. */
  sun: number
  /** Height of the pixel in the picture. */
  y: number
}

export interface Terrain {
  /** Height of the ground at x (right) and z (ahead). */
  height: Field
  /** Height of the camera; it stands at x = 0, z = 0 and looks ahead, level. */
  eye: number
  /** Where the horizon lies in the picture. */
  horizon: number
  /** Focal length in widths of the picture. */
  focal: number
  near: number
  far: number
  sun: { azimuth: number; altitude: number }
  /** How soft the edge of a shadow is, in height. */
  penumbra?: number
  steps?: number
  sky: Shader
  ground(place: Ground): Rgb
}

const SHADOW_GRID = 384

/**
 * Height of the shadow's surface over the land, swept away from the sun: every place is in the shade of its neighbour towards the
 * sun, lowered by the sun's slope. One pass, whatever the length of the shadows.
 */
function castShadows(terrain: Terrain): Field {
  const { far, focal, height, sun, penumbra = 0.02 } = terrain
  const half = (far * 0.5) / focal + far * 0.15
  const cellX = (half * 2) / SHADOW_GRID
  const cellZ = (far * 1.15) / SHADOW_GRID
  const heights = new Float32Array(SHADOW_GRID * SHADOW_GRID)
  for (let row = 0; row < SHADOW_GRID; row += 1) {
    for (let column = 0; column < SHADOW_GRID; column += 1) heights[row * SHADOW_GRID + column] = height(column * cellX - half, row * cellZ)
  }
  const shade = heights.slice()
  const towardsX = Math.sin(sun.azimuth) / cellX
  const towardsZ = Math.cos(sun.azimuth) / cellZ
  const alongRows = Math.abs(towardsX) < Math.abs(towardsZ)
  const steep = alongRows ? towardsZ : towardsX
  const drift = (alongRows ? towardsX : towardsZ) / Math.abs(steep)
  const fall = Math.tan(sun.altitude) / Math.abs(steep)
  for (let i = 1; i < SHADOW_GRID; i += 1) {
    const line = steep > 0 ? SHADOW_GRID - 1 - i : i
    const before = steep > 0 ? line + 1 : line - 1
    for (let j = 0; j < SHADOW_GRID; j += 1) {
      const from = clamp(j + drift, 0, SHADOW_GRID - 1.001)
      const low = Math.floor(from)
      const index = (a: number, b: number): number => (alongRows ? a * SHADOW_GRID + b : b * SHADOW_GRID + a)
      const low1 = shade[index(before, low)] ?? 0
      const shadow = low1 + ((shade[index(before, low + 1)] ?? 0) - low1) * (from - low) - fall
      const at = index(line, j)
      if (shadow > (shade[at] ?? 0)) shade[at] = shadow
    }
  }
  const depthOfShade = shade.map((value, i) => value - (heights[i] ?? 0))
  return (x, z) => {
    const px = clamp((x + half) / cellX, 0, SHADOW_GRID - 1.001)
    const pz = clamp(z / cellZ, 0, SHADOW_GRID - 1.001)
    const column = Math.floor(px)
    const row = Math.floor(pz)
    const at = row * SHADOW_GRID + column
    const fx = px - column
    const upper = (depthOfShade[at] ?? 0) * (1 - fx) + (depthOfShade[at + 1] ?? 0) * fx
    const lower = (depthOfShade[at + SHADOW_GRID] ?? 0) * (1 - fx) + (depthOfShade[at + SHADOW_GRID + 1] ?? 0) * fx
    return 1 - ease(0, penumbra, upper + (lower - upper) * (pz - row))
  }
}

/** Draws land in front of its sky, one column after another from near to far, what is hidden never shaded. */
export function exposeTerrain(film: Film, terrain: Terrain): Film {
  expose(film, terrain.sky)
  const { eye, horizon, focal, near, far, steps = 480, sun } = terrain
  const { width, height, light } = film
  // What lies behind the land shows through where an edge covers a part of a pixel.
  const behind = light.slice()
  const shadows = castShadows(terrain)
  const sunX = Math.sin(sun.azimuth) * Math.cos(sun.altitude)
  const sunY = Math.sin(sun.altitude)
  const sunZ = Math.cos(sun.azimuth) * Math.cos(sun.altitude)
  const growth = (far / near) ** (1 / steps)

  const place = (lateral: number, depth: number, y: number): Ground => {
    const x = lateral * depth
    const reach = depth * 0.004
    const here = terrain.height(x, depth)
    const slopeX = (terrain.height(x + reach, depth) - here) / reach
    const slopeZ = (terrain.height(x, depth + reach) - here) / reach
    const level = 1 / Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ)
    const facing = level * (sunY - slopeX * sunX - slopeZ * sunZ)
    return { x, z: depth, height: here, depth, level, sun: facing <= 0 ? 0 : facing * shadows(x, depth), y }
  }

  for (let column = 0; column < width; column += 1) {
    const lateral = ((column + 0.5) / width - 0.5) / focal
    let top = height
    let lastDepth = near
    let last = height + 1
    for (let step = 0, depth = near; step <= steps && top > 0; step += 1, depth *= growth) {
      const seen = (horizon + (focal * (eye - terrain.height(lateral * depth, depth))) / depth) * width
      if (seen < top) {
        const span = last - seen
        for (let row = Math.ceil(top) - 1; row >= Math.floor(Math.max(0, seen)); row -= 1) {
          const cover = Math.min(row + 1, top) - Math.max(row, seen)
          const t = span > 0 ? clamp((last - (row + 0.5)) / span) : 1
          // Between two steps the ground is straight, and depth goes with the inverse of the height in the picture.
          const at = step === 0 ? near : lastDepth + (depth - lastDepth) * t
          const colour = terrain.ground(place(lateral, at, (row + 0.5) / width))
          const pixel = (row * width + column) * 3
          for (let i = 0; i < 3; i += 1) light[pixel + i] = (light[pixel + i] ?? 0) + ((colour[i] ?? 0) - (behind[pixel + i] ?? 0)) * cover
        }
        top = seen
      }
      last = seen
      lastDepth = depth
    }
  }
  return film
}

/** Share of haze between the eye and a place at `depth`: 0 near, towards 1 far. */
export const haze = (depth: number, reach: number): number => 1 - Math.exp(-depth / reach)
