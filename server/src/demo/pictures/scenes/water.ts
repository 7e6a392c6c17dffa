import { type Rgb, add, blend, clamp, ease, light, ramp, scale } from '../colour.ts'
import { type Film, type Shader, expose } from '../film.ts'
import { type Field, noiseFrom } from '../noise.ts'
import { type Sun, sunLight } from '../sky.ts'

interface Sea {
  horizon: number
  sky: Shader
  sun: Sun
  waves: Field
  /** Steepness of the waves. */
  chop: number
  deep: Rgb
  /** Light of the glitter under the sun. */
  glitter: number
}

/** Sky above, and below it the sea that mirrors it: each wave tilts the image, the more so the nearer. */
function exposeSea(film: Film, sea: Sea): Film {
  const { horizon, sky, sun, waves, chop, deep, glitter } = sea
  return expose(film, (x, y) => {
    if (y < horizon) return add(sky(x, y), sunLight(sun, x, y))
    const down = y - horizon + 0.0015
    const depth = 0.32 / down
    const lateral = (x - 0.5) * depth
    const reach = 0.02 + depth * 0.004
    const here = waves(lateral * 2.4, depth * 4.2)
    const slopeX = (waves((lateral + reach) * 2.4, depth * 4.2) - here) / reach
    const slopeZ = (waves(lateral * 2.4, (depth + reach) * 4.2) - here) / reach
    const calm = chop / (1 + depth * 0.06)
    const mirroredY = horizon - clamp(down * 0.85 + 0.015 + slopeZ * calm * 0.05, 0.002, horizon)
    const mirroredX = x + slopeX * calm * 0.02
    const facing = ease(0, 0.95, down)
    const fresnel = 0.92 - 0.62 * facing - slopeZ * calm * 0.05
    const image = add(sky(mirroredX, mirroredY), scale(sunLight({ ...sun, disc: sun.disc * 0.2 }, mirroredX, mirroredY), 0.75))
    const path = Math.exp(-(((x + slopeX * calm * 0.05 - sun.x) / (0.03 + down * 0.12)) ** 2))
    const spark = ease(0.15, 0.75, here + slopeZ * calm * 0.08) * path
    return add(blend(deep, image, clamp(fresnel)), scale(sun.colour, spark * glitter))
  })
}

/** The sun goes down over a sea that still moves a little. */
export function sunsetSea(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const veil = noise.fractal({ octaves: 6 })
  const sky = ramp([0, '#2a3d6b'], [0.3, '#6d5f8a'], [0.6, '#d97f6c'], [0.85, '#ffb066'], [1, '#ffcf7d'])
  const horizon = 0.97
  return exposeSea(film, {
    horizon,
    sky: (x, y) => {
      const streak = ease(0.02, 0.62, veil(x * 1.3 + 2, y * 7 + veil(x * 2, y * 3) * 0.8))
      const lit = blend(light('#8b4a5f'), light('#ffb27a'), ease(0.35, 0.95, y / horizon))
      return blend(sky(y / horizon), lit, streak * 0.6)
    },
    sun: { x: 0.5, y: 0.87, radius: 0.055, colour: light('#ffc27a'), disc: 5, glow: 0.75, reach: 0.26 },
    waves: noise.fractal({ octaves: 5, gain: 0.52 }),
    chop: 1,
    deep: light('#12203a'),
    glitter: 1.1,
  })
}

/** The moon and its path on the water. */
export function moonSea(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const cloud = noise.fractal({ octaves: 6 })
  const craters = noise.fractal({ octaves: 4 })
  const sky = ramp([0, '#070d1c'], [0.5, '#12223f'], [0.85, '#2b4668'], [1, '#46637f'])
  const horizon = 1.08
  const moon: Sun = { x: 0.6, y: 0.52, radius: 0.075, colour: light('#e6ecf5'), disc: 1.7, glow: 0.34, reach: 0.26 }
  return exposeSea(film, {
    horizon,
    sky: (x, y) => {
      const bank = ease(0, 0.6, cloud(x * 1.5, y * 4.2 + cloud(x * 2.5, y * 4) * 0.5) + 0.3 * ease(0.6, 1, y) - 0.08)
      const near = Math.exp(-Math.hypot(x - moon.x, y - moon.y) / 0.3)
      const lit = blend(light('#1a2740'), light('#8aa0bd'), near)
      const spot = Math.hypot(x - moon.x, y - moon.y) < moon.radius ? craters(x * 16, y * 16) * 0.55 - 0.12 : 0
      const clear = blend(sky(y / horizon), lit, bank * 0.62)
      return add(clear, [spot, spot, spot * 0.96])
    },
    sun: moon,
    waves: noise.fractal({ octaves: 5, gain: 0.55 }),
    chop: 1.3,
    deep: light('#050b16'),
    glitter: 1.5,
  })
}

/** A beach from above: turquoise water, two lines of foam, wet and dry sand. */
export function beachFromAbove(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const broad = noise.fractal({ octaves: 3 })
  const fine = noise.fractal({ octaves: 5, gain: 0.6 })
  const lace = noise.billowed({ octaves: 4, gain: 0.6 })
  const depths = ramp([0, '#8fd0c4'], [0.25, '#4fb3b5'], [0.6, '#1f8397'], [1, '#125a7a'])
  const wet = light('#a98a66')
  const dry = light('#e6cfa8')
  return expose(film, (x, y) => {
    const shore = 1.06 + broad(x * 1.4, 0.4) * 0.12 + broad(x * 4, 2) * 0.03 + x * 0.16
    const out = shore - y
    const grain = fine(x * 60, y * 60) * 0.06 + fine(x * 9, y * 9) * 0.05
    const dune = broad(x * 3, y * 3) * 0.06
    const beach = scale(blend(wet, dry, ease(0.03, -0.2, out + broad(x * 5, y * 5) * 0.03)), 1 + grain + dune)
    if (out < -0.06) return beach
    const caustic = (1 - lace(x * 9 + fine(x * 3, y * 3), y * 9)) ** 6 * ease(0.7, 0.1, out) * 0.35
    const swell = fine(x * 5, y * 9) * 0.08
    const water = scale(depths(clamp(out / 0.85 + broad(x * 2, y * 2) * 0.12)), 1 + swell + caustic * 1.6)
    const clear = blend(beach, water, ease(-0.005, 0.2, out))
    const holes = lace(x * 22 + fine(x * 6, y * 6) * 1.5, y * 22)
    const line = (at: number, width: number, dense: number): number => {
      const edge = out - at - fine(x * 7, at * 30) * 0.022
      const front = ease(-0.006, 0.004, edge)
      const trail = Math.exp(-Math.max(0, edge) / width)
      return front * trail * ease(0.16 + dense * 0.24, 0.02, holes * (1.25 - trail))
    }
    const foam = clamp(line(-0.012, 0.05, 1) + line(0.2, 0.045, 0.6) + line(0.46, 0.03, 0.2) * 0.6)
    const shadow = Math.exp(-(((out + 0.022) / 0.012) ** 2)) * 0.25
    return blend(scale(clear, 1 - shadow), [0.94, 0.96, 0.95], foam)
  })
}
