import { type Rgb, add, blend, clamp, ease, light, mix, ramp, scale } from '../colour.ts'
import { type Film, expose, newFilm, sampleFilm } from '../film.ts'
import { layOver } from '../mask.ts'
import { type Field, noiseFrom } from '../noise.ts'
import { sunLight } from '../sky.ts'
import { exposeTerrain, haze } from '../terrain.ts'

interface Ridge {
  base: number
  rise: number
  /** Features across the picture. */
  frequency: number
  /** Height of the trees on it. */
  trees: number
}

/** Upper edge of a ridge: broad folds, small teeth, and the tips of trees on the near ones. */
function ridgeLine(field: Field, fine: Field, ridge: Ridge & { row: number }): (x: number) => number {
  return (x) => {
    const folds = field(x * ridge.frequency + ridge.row * 7.7, ridge.row * 3.1)
    const tips = ridge.trees * (fine(x * 130, ridge.row * 9) * 0.6 + fine(x * 310, ridge.row) * 0.4)
    return ridge.base - ridge.rise * folds - Math.max(0, tips)
  }
}

/** Ridge behind ridge in the mist of a morning, each farther one paler. */
export function mistyRidges(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const folds = noise.fractal({ octaves: 6, gain: 0.48 })
  const mist = noise.fractal({ octaves: 4 })
  const sky = ramp([0, '#5b7ea3'], [0.25, '#9db2c0'], [0.48, '#e3c4a6'], [0.62, '#f6d2a6'], [1, '#f3cfa8'])
  const sun = { x: 0.68, y: 0.62, radius: 0.035, colour: light('#ffd9a0'), disc: 3.2, glow: 0.55, reach: 0.3 }
  const far = light('#c9b7a8')
  const near = light('#0d1a22')
  const count = 8
  const lines = Array.from({ length: count }, (_, row) => {
    const t = row / (count - 1)
    return ridgeLine(folds, noise.smooth, {
      row,
      base: 0.78 + 0.82 * t ** 1.25,
      rise: 0.1 + 0.11 * t,
      frequency: mix(2.6, 1.5, t),
      trees: 0.022 * ease(0.45, 1, t),
    })
  })
  const tops = lines.map((line) => Float32Array.from({ length: film.width }, (_, i) => line((i + 0.5) / film.width)))
  return expose(film, (x, y) => {
    let colour = add(sky(y / 1.1), sunLight(sun, x, y))
    const column = Math.min(film.width - 1, Math.floor(x * film.width))
    for (let row = 0; row < count; row += 1) {
      const top = tops[row]?.[column] ?? 0
      const t = row / (count - 1)
      const inside = clamp((y - top) * film.width + 0.5)
      if (inside === 0) continue
      const body = blend(far, near, ease(0, 1, t) ** 0.8)
      const warmth = Math.exp(-Math.hypot(x - sun.x, y - sun.y) / 0.35) * (1 - t) * 0.5
      const depth = (y - top) / (0.14 + 0.16 * t)
      const fog = ease(0, 1, depth + mist(x * 3 + row, y * 7) * 0.35) * (1 - t * 0.62) * 0.75
      const hazed = blend(add(body, scale(sun.colour, warmth)), add(scale(sky(0.5), 0.82), scale(sun.colour, warmth * 0.4)), fog)
      colour = blend(colour, hazed, inside)
    }
    return colour
  })
}

/** Snowy peaks and their image in a lake without wind. */
export function stillLake(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const crags = noise.ridged({ octaves: 6, gain: 0.46 })
  const foothills = noise.ridged({ octaves: 3 })
  const folds = noise.fractal({ octaves: 5 })
  const ripple = noise.fractal({ octaves: 3 })
  const sky = ramp([0, '#33507a'], [0.5, '#7d93b4'], [0.8, '#d8b3b0'], [1, '#f1c9ab'])
  const shore = 0.98
  const summit = (x: number, z: number, at: readonly [x: number, z: number, wide: number]): number =>
    Math.exp(-Math.hypot(x - at[0], (z - at[1]) * 0.8) / at[2])
  const air = (x: number, y: number): Rgb => {
    const cloud = ease(0.05, 0.6, folds(x * 1.6 + 3, y * 5.5 + folds(x * 3, y * 6) * 0.5)) * 0.5
    return blend(sky(y / shore), light('#f3cdb6'), cloud)
  }
  const above = exposeTerrain(newFilm(film.width), {
    height: (x, z) => {
      const rise = summit(x, z, [-2.4, 17, 3.1]) * 6.4 + summit(x, z, [5.4, 20, 3.4]) * 4.2 + summit(x, z, [-9, 22, 3]) * 3.4
      return ease(8.5, 13, z) * (rise * (0.5 + 0.75 * crags(x * 0.17, z * 0.17)) + foothills(x * 0.3 + 4, z * 0.3) * 0.9) - 0.1
    },
    eye: 0.25,
    horizon: shore,
    focal: 1.15,
    near: 8,
    far: 34,
    sun: { azimuth: -2.05, altitude: 0.36 },
    penumbra: 0.16,
    steps: 300,
    sky: air,
    ground: ({ x, z, height, level, sun, depth }) => {
      const rough = folds(x * 1.4, z * 1.4)
      const snow = ease(0.42, 0.66, level + rough * 0.16 + ease(0.6, 4.2, height) * 0.22)
      const stone = add(scale(light('#3a4257'), 0.5), scale(light('#b98d78'), sun * 0.85))
      const white = add(scale(light('#6d86b4'), 0.62), scale(light('#ffd2b4'), sun * 1.3))
      const meadow = blend(blend(stone, white, snow), light('#2d3a3e'), ease(0.9, 0.2, height) * 0.8)
      return blend(meadow, light('#c3b2bd'), haze(depth - 8, 34) * ease(4.5, 0, height))
    },
  })
  const trees = (x: number): number =>
    shore -
    0.012 -
    0.03 * (folds(x * 4, 8) + 1) * 0.6 -
    0.034 * Math.max(0, noise.smooth(x * 95, 3)) -
    0.012 * Math.max(0, noise.smooth(x * 210, 5))
  layOver(
    film,
    () => 1,
    (x, y) => {
      if (y > shore + 0.01) return [0, 0, 0]
      const mist = ease(0.12, 0.01, shore - y) * (0.45 + folds(x * 3, y * 16) * 0.6) * 0.5
      const scene = blend(sampleFilm(above, x, y), light('#d9c0ba'), clamp(mist))
      return blend(
        scene,
        blend(light('#121b23'), light('#3d4a54'), ease(0.03, 0, shore - y) * 0.5),
        clamp((y - trees(x)) * film.width + 0.5),
      )
    },
  )
  const image = { ...film, light: film.light.slice() }
  return expose(film, (x, y) => {
    if (y <= shore) return sampleFilm(image, x, y)
    const depth = y - shore
    const wave = ripple((x * 3) / (depth + 0.12), 6 / (depth + 0.05)) * (0.006 + depth * 0.03)
    const mirrored = sampleFilm(image, x + wave * 0.25, Math.max(0, shore - depth * 1.02 - wave))
    const water = blend(scale(mirrored, 0.78), light('#0e1c2c'), ease(0.1, 0.9, depth) * 0.55)
    return blend(water, light('#8a8f9c'), ease(0.006, 0, depth) * 0.35)
  })
}
