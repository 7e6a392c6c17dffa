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
    return phase < 0.72 ? ease(0, 1, phase / 0.72) : 1 - ease(0, 1, (phase - 0.72) / 0.28)
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
    sky: (x, y) => add(sky(y / 0.64), sunLight({ x: -0.1, y: 0.55, radius: 0.01, colour: light('#ffd59a'), disc: 0, glow: 0.5, reach: 0.5 }, x, y)),
    ground: ({ x, z, sun, depth }) => {
      const fineness = 1 / (1 + depth * 0.35)
      const wave = Math.sin((z * 1.2 + x * 0.7 + ripples(x * 1.6, z * 1.6) * 0.7) * 34) * 0.12 * fineness
      const grain = ripples(x * 14, z * 14) * 0.05 * fineness
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
  const sky = ramp([0, '#5d86b0'], [0.55, '#b9c9d0'], [1, '#f1e2c4'])
  const clouds = noise.fractal({ octaves: 6 })
  const far = light('#c5cdc4')
  return exposeTerrain(film, {
    height: (x, z) => broad(x * 0.2, z * 0.24) * 1.05 + fine(x * 0.9, z * 0.9) * 0.05,
    eye: 1.5,
    horizon: 0.74,
    focal: 1.2,
    near: 1,
    far: 42,
    sun: { azimuth: -1.1, altitude: 0.42 },
    penumbra: 0.09,
    sky: (x, y) => {
      const cover = ease(0, 0.7, clouds(x * 2.2, y * 4.4) + 0.14)
      return blend(sky(y / 0.78), light('#f6ead8'), cover * 0.75)
    },
    ground: ({ x, z, sun, depth }) => {
      const detail = 1 / (1 + depth * 0.2)
      const tuft = fine(x * 7, z * 7) * detail
      const rows = Math.sin((x * 0.8 + z * 0.35 + broad(x * 0.3, z * 0.3) * 2) * 22) * detail * ease(-0.1, 0.25, broad(x * 0.5 + 4, z * 0.5))
      const meadow = blend(light('#3f5a22'), light('#8d9a3c'), ease(-0.5, 0.6, fine(x * 0.5 + 3, z * 0.5) + tuft * 0.4 + rows * 0.12))
      const passing = ease(-0.25, 0.25, broad(x * 0.14 + 20, z * 0.1))
      const lit = sun * mix(0.25, 1, passing)
      const colour = add(times(meadow, [0.3, 0.38, 0.45]), scale(times(meadow, [1.5, 1.35, 0.95]), lit * (1.35 + tuft * 0.5)))
      const speckle = ease(0.3, 0.45, fine(x * 2.6 + 8, z * 2.6)) * ease(0.05, 0.2, broad(x * 0.4, z * 0.4 + 7))
      return blend(blend(colour, light('#1e2f16'), speckle * 0.6), far, haze(depth, 20) * 0.92)
    },
  })
}

/** A snow field at the blue hour, the last pink on its crests. */
export function snowField(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const broad = noise.fractal({ octaves: 3, gain: 0.45 })
  const fine = noise.fractal({ octaves: 4, gain: 0.6 })
  const sky = ramp([0, '#4f6c9c'], [0.45, '#8f9dc0'], [0.8, '#dcb8c0'], [1, '#f0cbb8'])
  const range = noise.ridged({ octaves: 5 })
  const blue = light('#7d97c4')
  const pink = light('#ffd8c4')
  return exposeTerrain(film, {
    height: (x, z) => broad(x * 0.22, z * 0.2) * 0.75 + fine(x * 0.55, z * 0.7) * 0.06 + ease(9, 24, z) * range(x * 0.11 + 5, z * 0.11) * 2.6,
    eye: 1.15,
    horizon: 0.76,
    focal: 1.1,
    near: 0.9,
    far: 30,
    sun: { azimuth: 1.35, altitude: 0.2 },
    penumbra: 0.12,
    sky: (_x, y) => sky(y / 0.8),
    ground: ({ x, z, sun, depth }) => {
      const drift = fine(x * 2.4, z * 1.1) * 0.16 / (1 + depth * 0.1)
      const sparkle = fine(x * 40, z * 40) * 0.05 / (1 + depth)
      const colour = add(scale(blue, 0.62 + drift * 0.7 + sparkle), scale(pink, Math.max(0, sun + drift * 0.4) * 0.95))
      return blend(colour, light('#c9b5c6'), haze(depth, 24) * 0.8)
    },
  })
}

/** A sea of clouds under the camera, the sun just up. */
export function cloudSea(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const heads = noise.billowed({ octaves: 5, gain: 0.48 })
  const broad = noise.fractal({ octaves: 3 })
  const sky = ramp([0, '#2d4f86'], [0.4, '#6f91bb'], [0.75, '#e2b99c'], [1, '#ffd9a3'])
  const sun = { x: 0.3, y: 0.63, radius: 0.03, colour: light('#ffe0ae'), disc: 6, glow: 0.8, reach: 0.3 }
  const far = light('#f0c6a2')
  return exposeTerrain(film, {
    height: (x, z) => heads(x * 0.34 + broad(x * 0.2, z * 0.2) * 0.6, z * 0.34) * 1.5 + broad(x * 0.12, z * 0.12) * 0.9,
    eye: 2.7,
    horizon: 0.7,
    focal: 1,
    near: 0.9,
    far: 60,
    sun: { azimuth: -0.5, altitude: 0.24 },
    penumbra: 0.5,
    sky: (x, y) => add(sky(y / 0.72), sunLight(sun, x, y)),
    ground: ({ x, z, sun: lit, height, depth, y }) => {
      const hollow = ease(-0.4, 1.3, height)
      const wisp = broad(x * 3, z * 3) * 0.1
      const body = blend(light('#4f5d86'), light('#aeb4cf'), hollow * 0.8 + wisp)
      const bright = add(scale(body, 0.72), scale(light('#ffcfa0'), lit * 1.1 + hollow * 0.12))
      const hazed = blend(bright, far, haze(depth, 17) * 0.9)
      return add(hazed, scale(sunLight(sun, 0.5, y), 0.12))
    },
  })
}
