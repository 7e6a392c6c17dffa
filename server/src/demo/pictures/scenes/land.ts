import { type Rgb, add, blend, ease, light, mix, ramp, scale, times } from '../colour.ts'
import { type Film } from '../film.ts'
import { noiseFrom } from '../noise.ts'
import { sunLight } from '../sky.ts'
import { exposeTerrain, haze } from '../terrain.ts'

/** Dunes in low sun: long crests bent by the wind, ripples on their backs. */
export function dunes(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const broad = noise.fractal({ octaves: 2 })
  const ripples = noise.fractal({ octaves: 2 })
  const sky = ramp([0, '#6b8fb3'], [0.5, '#c8bfae'], [1, '#f4cf9f'])
  const crest = (t: number): number => {
    // A gentle slope to the wind, a steep one behind it.
    const phase = t - Math.floor(t)
    return phase < 0.7 ? ease(0, 1, phase / 0.7) : 1 - ease(0, 1, (phase - 0.7) / 0.3)
  }
  const height = (x: number, z: number): number => {
    const bend = broad(x * 0.35, z * 0.22) * 1.5
    const large = crest(z * 0.3 + x * 0.16 + bend) * (0.62 + 0.4 * broad(x * 0.4 + 9, z * 0.4))
    return large * 0.62 + crest(z * 0.9 - x * 0.5 + bend * 1.4 + 0.3) * 0.08
  }
  const sand = light('#d99a5b')
  const shade = light('#5b3a3f')
  const far = light('#e9c49c')
  return exposeTerrain(film, {
    height,
    eye: 1.35,
    horizon: 0.62,
    focal: 1.05,
    near: 0.7,
    far: 26,
    sun: { azimuth: -1.25, altitude: 0.3 },
    penumbra: 0.05,
    sky: (x, y) =>
      add(sky(y / 0.64), sunLight({ x: -0.1, y: 0.55, radius: 0.01, colour: light('#ffd59a'), disc: 0, glow: 0.5, reach: 0.5 }, x, y)),
    ground: ({ x, z, sun, depth }) => {
      const fineness = 1 / (1 + depth * 0.35)
      const wave = Math.sin((z * 1.1 + x * 0.5 + ripples(x * 0.9, z * 0.9) * 0.9) * 21) * 0.1 * ease(5, 1.2, depth)
      const grain = ripples(x * 34, z * 34) * 0.09 * fineness
      const lit = Math.max(0, sun * (1 + wave * 1.6) + grain * 0.5)
      const colour: Rgb = add(scale(shade, 0.55 + wave * 0.3), scale(sand, lit * 1.9))
      return blend(colour, far, haze(depth, 17) * 0.85)
    },
  })
}

/** Rolling green hills after rain, with the shadows of clouds on them. */
export function greenHills(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const broad = noise.fractal({ octaves: 3, gain: 0.4 })
  const fine = noise.fractal({ octaves: 4 })
  const sky = ramp([0, '#3f6fa3'], [0.5, '#8fb1cb'], [0.85, '#e6dcc2'], [1, '#f6e3bb'])
  const clouds = noise.fractal({ octaves: 6 })
  const far = light('#c5cdc4')
  return exposeTerrain(film, {
    height: (x, z) => broad(x * 0.26, z * 0.26) * 1.25 + fine(x * 0.9, z * 0.9) * 0.05,
    eye: 1.7,
    horizon: 0.86,
    focal: 1.2,
    near: 1,
    far: 42,
    sun: { azimuth: -1.2, altitude: 0.24 },
    penumbra: 0.09,
    sky: (x, y) => {
      const cover = ease(0, 0.7, clouds(x * 2.2, y * 4.4) + 0.14)
      return blend(sky(y / 0.88), light('#f6ead8'), cover * 0.75)
    },
    ground: ({ x, z, sun, depth }) => {
      const detail = 1 / (1 + depth * 0.2)
      const tuft = fine(x * 7, z * 7) * detail
      const rows =
        Math.sin((x * 0.8 + z * 0.35 + broad(x * 0.3, z * 0.3) * 2) * 22) * detail * ease(-0.1, 0.25, broad(x * 0.5 + 4, z * 0.5))
      const meadow = blend(light('#3f5a22'), light('#8d9a3c'), ease(-0.5, 0.6, fine(x * 0.5 + 3, z * 0.5) + tuft * 0.4 + rows * 0.12))
      const passing = ease(-0.25, 0.25, broad(x * 0.14 + 20, z * 0.1))
      const lit = sun * mix(0.25, 1, passing)
      const colour = add(times(meadow, [0.2, 0.26, 0.32]), scale(times(meadow, [1.5, 1.35, 0.95]), lit * (2.1 + tuft * 0.9)))
      const speckle = ease(0.3, 0.45, fine(x * 2.6 + 8, z * 2.6)) * ease(0.05, 0.2, broad(x * 0.4, z * 0.4 + 7))
      return blend(blend(colour, light('#1e2f16'), speckle * 0.6), far, haze(depth, 20) * 0.92)
    },
  })
}
