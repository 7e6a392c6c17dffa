import { type Rgb, add, blend, clamp, ease, light, mix, ramp, scale } from '../colour.ts'
import { type Film, TALL, expose } from '../film.ts'
import { type Field, noiseFrom, randomFrom } from '../noise.ts'

const ROWS = 6
const GLADE = light('#5f7342')
const MORNING = light('#fff3c4')
const BEAM = light('#ffe7a0')
const MOSS = light('#8a8a3a')
const SUN = { x: 0.66, y: -0.05 }

interface Trees {
  /** 0 is the farthest row, 1 the nearest. */
  t: number
  shade: Rgb
  ground: number
  /** Light of the shafts by angle around the sun, in ANGLES steps of a full turn. */
  shafts: Float32Array
  trunks: { x: number; width: number; lean: number; key: number }[]
}

const ANGLES = 2048

function plantRows(seed: number, rays: Field): Trees[] {
  const random = randomFrom(seed)
  const shades = ramp([0, '#dcd9a0'], [0.35, '#8f9d62'], [0.7, '#3d5033'], [1, '#1c2a1c'])
  return Array.from({ length: ROWS }, (_, row) => {
    const t = row / (ROWS - 1)
    const count = Math.round(mix(17, 3, t))
    return {
      t,
      shade: scale(shades(t), 0.85),
      ground: mix(1.22, 1.68, t ** 1.3),
      shafts: Float32Array.from({ length: ANGLES }, (_angle, i) => ease(0.02, 0.5, rays((i / ANGLES) * 44 + t, t * 3 + 1))),
      trunks: Array.from({ length: count }, (_tree, i) => ({
        x: (i + 0.1 + random() * 0.8) / count + (random() - 0.5) * 0.06,
        width: mix(0.008, 0.06, t ** 1.4) * (0.6 + random() * 0.8),
        lean: (random() - 0.5) * 0.07,
        key: random() * 90,
      })),
    }
  })
}

/** A wood in the morning, shafts of light between the trunks. */
export function lightShafts(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const leaves = noise.fractal({ octaves: 4, gain: 0.6 })
  const bark = noise.fractal({ octaves: 3 })
  const layers = plantRows(seed, noise.fractal({ octaves: 3 }))
  const floors = layers.map(({ t, ground }) =>
    Float32Array.from({ length: film.width }, (_, column) => ground + leaves(((column + 0.5) / film.width) * 5, t * 9) * 0.035),
  )
  return expose(film, (x, y) => {
    const glow = Math.exp(-Math.hypot(x - 0.6, (y - 0.5) * 0.7) / 0.32)
    const away = Math.exp(-Math.hypot(x - SUN.x, y - SUN.y) / 0.95)
    const turn = Math.floor((Math.atan2(y - SUN.y, x - SUN.x) / (Math.PI * 2)) * ANGLES + ANGLES) % ANGLES
    const column = Math.floor(x * film.width)
    let colour: Rgb = add(blend(GLADE, MORNING, glow), [0.02, 0.03, 0.01])
    for (let row = 0; row < ROWS; row += 1) {
      const layer = layers[row]
      if (layer === undefined) break
      const { t, trunks } = layer
      const shade = add(layer.shade, scale(BEAM, glow * (1 - t) * 0.55))
      const floor = floors[row]?.[column] ?? TALL
      if (y > floor) {
        const litter = leaves(x * mix(26, 9, t), y * mix(50, 16, t) + t * 5)
        const mossy = blend(shade, scale(MOSS, 0.4 + glow), 0.45 * ease(-0.1, 0.5, litter))
        colour = blend(colour, scale(mossy, 1 + litter * 0.5), ease(0, 0.03, y - floor))
      }
      for (const trunk of trunks) {
        const off = x - trunk.x - trunk.lean * (y - layer.ground)
        if (Math.abs(off) > trunk.width * 1.15 + 0.012 || y > floor + 0.02) continue
        const across = (off - bark(trunk.key, y * 2) * 0.01) / (trunk.width * (0.82 + 0.25 * (y / TALL)))
        const inside = clamp((1 - Math.abs(across)) * trunk.width * film.width)
        if (inside <= 0) continue
        const grain = bark(across * 2.4 + trunk.key, y * 5) * 0.4
        const lit = ease(0.1, 1, across * Math.sign(SUN.x - trunk.x))
        colour = blend(colour, scale(shade, (0.6 + grain + lit * 0.9) * mix(1, 0.75, t)), inside)
      }
      if (y < 0.86) {
        const crown = ease(0.1, -0.25, y - 0.44 + t * 0.12 + leaves(x * mix(7, 3, t) + t * 30, y * mix(7, 3, t)) * 0.55)
        if (crown > 0) {
          const hole = leaves(x * mix(32, 13, t), y * mix(32, 13, t) + t * 17)
          colour = blend(colour, scale(shade, 1.05 + hole * 0.8), crown * ease(-0.25, 0.1, hole) * mix(0.35, 0.9, t))
        }
      }
      // Air between this row of trees and the next.
      colour = add(colour, scale(BEAM, (layer.shafts[turn] ?? 0) * away * 0.24 * (1 - t * 0.65)))
    }
    return colour
  })
}
