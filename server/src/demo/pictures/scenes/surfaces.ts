import { type Rgb, add, blend, clamp, ease, light, ramp, scale } from '../colour.ts'
import { type Film, TALL, expose } from '../film.ts'
import { noiseFrom, randomFrom } from '../noise.ts'
import { stampDisc } from '../stamp.ts'

/** Walls of a sandstone slot, worn smooth by water, the sky's light falling in from above. */
export function sandstone(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const bend = noise.fractal({ octaves: 3, gain: 0.4 })
  const grain = noise.fractal({ octaves: 4, gain: 0.6 })
  const heat = ramp([0, '#1d0f1c'], [0.25, '#5b2028'], [0.5, '#b54a2c'], [0.75, '#f09248'], [1, '#ffd99a'])
  return expose(film, (x, y) => {
    const sway = bend(x * 0.9, y * 0.7)
    const flow = x * 1.5 + y * 0.55 + sway * 1.35
    const fold = flow * 2.1 + bend(flow * 1.2, y * 0.6) * 0.8
    const phase = fold - Math.floor(fold)
    // Each fold turns from the light into the shade, then breaks off at an edge.
    const turn = ease(0, 0.16, phase) * (1 - phase) ** 0.75
    const strata = Math.sin((y * 1.4 + flow * 0.8 + bend(x * 2, y * 2) * 0.3) * 60) * 0.03 + Math.sin((y + flow * 0.6) * 170) * 0.014
    const fall = ease(2, 0.1, y * 0.85 + Math.abs(x - 0.52) * 0.4)
    return scale(heat(clamp(turn * 0.75 + fall * 0.42 - 0.06 + strata + grain(x * 40, y * 40) * 0.02)), 0.3 + fall * 0.85)
  })
}

/** Light through water, seen from below. */
export function underWater(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const rays = noise.fractal({ octaves: 3 })
  const ripple = noise.billowed({ octaves: 3, gain: 0.5 })
  const swell = noise.fractal({ octaves: 3 })
  const depth = ramp([0, '#7fe0e6'], [0.2, '#2fa6c0'], [0.5, '#0f6a91'], [0.8, '#08405f'], [1, '#052a40'])
  expose(film, (x, y) => {
    const angle = Math.atan2(y + 0.5, x - 0.42)
    const distance = Math.hypot(x - 0.42, y + 0.1)
    const shaft = (ease(-0.25, 0.7, rays(angle * 5.5, 1)) * 0.6 + ease(-0.1, 0.7, rays(angle * 15, 4)) * 0.4) * Math.exp(-distance / 0.8)
    const up = Math.max(0, 0.42 - y)
    const span = 0.5 / (0.5 - Math.min(0.46, y))
    const net = y < 0.42 ? (1 - ripple((x - 0.5) * span * 5 + swell(x * 3, y * 8) * 0.5, span * 7)) ** 7 * ease(0, 0.4, up) : 0
    const core = Math.exp(-Math.hypot((x - 0.42) * 1.1, y + 0.02) / 0.22)
    return add(
      scale(depth(clamp(y / TALL + swell(x * 2, y * 2) * 0.03)), 0.8),
      scale(light('#d4fff4'), shaft * 0.5 + net * 1.2 + core * 1.1),
    )
  })
  for (let i = 0; i < 240; i += 1) {
    const size = 0.0009 + random() ** 5 * 0.004
    stampDisc(film, { x: random(), y: random() * TALL, radius: size, colour: scale(light('#bff5f0'), 0.05 + random() * 0.16), edge: 0.9 })
  }
  return film
}

/** Dust of gold falling through the dark. */
export function fallingGold(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const cloud = noise.fractal({ octaves: 4 })
  const gold = light('#ffc56e')
  const centre = (y: number): number => 0.5 + Math.sin(y * 2.1 + 0.6) * 0.13
  expose(film, (x, y) => {
    const off = (x - centre(y)) / (0.16 + 0.1 * y)
    const veil = Math.exp(-off * off) * (0.5 + 0.5 * cloud(x * 3, y * 2))
    return add(light('#0b0908'), scale(blend(light('#5a2f12'), gold, ease(0.2, 1, veil)), veil * 0.22))
  })
  for (let i = 0; i < 2300; i += 1) {
    const y = random() * TALL
    const spread = random() + random() + random() - 1.5
    const x: number = centre(y) + spread * (0.2 + 0.16 * y)
    const blurred = random() ** 7
    const radius = 0.0008 + blurred * 0.032
    const power = (0.2 + random() ** 3 * 2.2) * (blurred > 0.15 ? 0.06 + 0.04 / (blurred + 0.3) : 0.7)
    const colour: Rgb = scale(blend(gold, light('#fff1d6'), random() ** 2), power)
    stampDisc(film, { x, y, radius, colour, edge: 0.4, rim: 1.3 })
  }
  return film
}
