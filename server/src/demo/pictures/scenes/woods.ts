import { type Rgb, add, blend, clamp, ease, light, mix, ramp, scale } from '../colour.ts'
import { type Film, TALL, blurFilm, expose, newFilm, sampleFilm } from '../film.ts'
import { noiseFrom, randomFrom } from '../noise.ts'

/** A wood in the morning, shafts of light between the trunks. */
export function lightShafts(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const leaves = noise.fractal({ octaves: 5, gain: 0.6 })
  const bark = noise.fractal({ octaves: 4 })
  const rays = noise.fractal({ octaves: 3 })
  const depthColour = ramp([0, '#dcd9a0'], [0.35, '#8f9d62'], [0.7, '#33462c'], [1, '#0b130d'])
  const rows = 6
  const layers = Array.from({ length: rows }, (_, row) => {
    const t = row / (rows - 1)
    const count = Math.round(mix(17, 3, t))
    return {
      t,
      ground: mix(1.22, 1.68, t ** 1.3),
      trunks: Array.from({ length: count }, (_tree, i) => ({
        x: (i + 0.1 + random() * 0.8) / count + (random() - 0.5) * 0.06,
        width: mix(0.008, 0.06, t ** 1.4) * (0.6 + random() * 0.8),
        lean: (random() - 0.5) * 0.07,
        key: random() * 90,
      })),
    }
  })
  const source = { x: 0.66, y: -0.05 }
  return expose(film, (x, y) => {
    const glow = Math.exp(-Math.hypot(x - 0.6, (y - 0.5) * 0.7) / 0.32)
    let colour: Rgb = add(blend(light('#5f7342'), light('#fff3c4'), glow), [0.02, 0.03, 0.01])
    for (const { t, ground, trunks } of layers) {
      const shade = add(scale(depthColour(t), 0.85), scale(light('#ffe9a8'), glow * (1 - t) * 0.55))
      const floor = ground + leaves(x * 5, t * 9) * 0.035
      if (y > floor) {
        const litter = leaves(x * mix(26, 9, t), y * mix(50, 16, t) + t * 5)
        const mossy = blend(shade, scale(light('#8a8a3a'), 0.4 + glow), 0.45 * ease(-0.1, 0.5, litter))
        colour = blend(colour, scale(mossy, 1 + litter * 0.5), ease(0, 0.03, y - floor))
      }
      for (const trunk of trunks) {
        const across = (x - trunk.x - trunk.lean * (y - ground) - bark(trunk.key, y * 2) * 0.01) / (trunk.width * (0.82 + 0.25 * (y / TALL)))
        const inside = clamp((1 - Math.abs(across)) * trunk.width * film.width)
        if (inside <= 0 || y > floor + 0.02) continue
        const grain = bark(across * 2 + trunk.key, y * 5) * 0.35
        const side = clamp(0.45 + across * 0.45 * Math.sign(source.x - trunk.x))
        colour = blend(colour, scale(shade, (0.55 + grain + side * 0.6) * (0.7 + 0.3 * (1 - t))), inside)
      }
      const crown = ease(0.1, -0.25, y - 0.44 + t * 0.12 + leaves(x * mix(7, 3, t) + t * 30, y * mix(7, 3, t)) * 0.55)
      const hole = leaves(x * mix(32, 13, t), y * mix(32, 13, t) + t * 17)
      colour = blend(colour, scale(shade, 1.05 + hole * 0.8), crown * ease(-0.25, 0.1, hole) * mix(0.35, 0.9, t))
      // Air between this row of trees and the next.
      const angle = Math.atan2(y - source.y, x - source.x)
      const shaft = ease(0.02, 0.5, rays(angle * 7 + t, t * 3 + 1)) * Math.exp(-Math.hypot(x - source.x, y - source.y) / 0.95)
      colour = add(colour, scale(light('#ffe7a0'), shaft * 0.24 * (1 - t * 0.65)))
    }
    return colour
  })
}

/** Ripe wheat at the end of the day, the camera among the ears. */
export function wheatField(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const sky = ramp([0, '#6b86a8'], [0.4, '#d8bd98'], [0.7, '#ffd591'], [1, '#ffdf9c'])
  const sun = { x: 0.3, y: 0.62 }
  const horizon = 0.86
  const field = noiseFrom(seed).fractal({ octaves: 5 })
  const gold = light('#e0a548')
  const back = expose(newFilm(360), (x, y) => {
    const glow = Math.exp(-Math.hypot(x - sun.x, y - sun.y) / 0.22)
    const ridge = horizon - 0.02 - 0.03 * field(x * 2.2, 3)
    const air = add(sky(y / horizon), scale(light('#ffcf80'), glow * 1.3))
    if (y < ridge) return air
    if (y < horizon) return blend(air, light('#6a5a3e'), 0.62)
    const depth = 0.12 / (y - horizon + 0.02)
    return scale(blend(gold, light('#ffd58a'), glow), 0.75 + 0.3 * field(x * depth * 3, depth * 9))
  })
  blurFilm(back, 0.006)
  expose(film, (x, y) => sampleFilm(back, x, y))
  const rows = 46
  for (let row = 0; row < rows; row += 1) {
    const t = row / (rows - 1)
    const size = mix(0.018, 0.2, t ** 2.1)
    const base = mix(horizon + 0.02, TALL + 0.16, t ** 1.25)
    const count = Math.round(mix(110, 12, t ** 0.7))
    for (let i = 0; i < count; i += 1) {
      const x = random() * 1.2 - 0.1
      const glow = Math.exp(-Math.abs(x - sun.x) / 0.35)
      const bright = (0.35 + random() * 0.55 + glow * 0.5) * mix(1, 0.62, t)
      const colour = scale(blend(gold, light('#fff0c0'), random() * 0.3 + glow * 0.25), bright)
      strokeEar(film, { x, base, size: size * (0.75 + random() * 0.5), lean: (random() - 0.35) * 0.5, colour })
    }
  }
  return film
}

interface Ear {
  x: number
  base: number
  size: number
  lean: number
  colour: Rgb
}

/** A stalk that bows under its ear, and the ear's awns. */
function strokeEar(film: Film, { x, base, size, lean, colour }: Ear): void {
  const stem = scale(colour, 0.55)
  const height = size * 1.5
  line(film, { from: [x, base], bend: [x, base - height * 0.7], to: [x + lean * size * 0.7, base - height], width: size * 0.016, colour: stem })
  const top: [number, number] = [x + lean * size * 0.7, base - height]
  const tipX = top[0] + lean * size * 0.55
  const tipY = top[1] - size * 0.42
  for (let k = 0; k < 6; k += 1) {
    const s = k / 5
    const px = mix(top[0], tipX, s)
    const py = mix(top[1], tipY, s)
    for (const side of [-1, 1]) {
      const out = size * 0.045 * (1 - s * 0.5) * side
      line(film, { from: [px, py], bend: [px + out, py - size * 0.03], to: [px + out * 0.6, py - size * 0.11], width: size * 0.034, colour: scale(colour, 0.85 + s * 0.3) })
      line(film, { from: [px + out * 0.6, py - size * 0.1], bend: [px + out * 1.6, py - size * 0.24], to: [px + out * 2.6 + lean * size * 0.12, py - size * 0.4], width: size * 0.006, colour })
    }
  }
}

interface Line {
  from: readonly [number, number]
  bend: readonly [number, number]
  to: readonly [number, number]
  width: number
  colour: Rgb
}

/** A quadratic curve, laid pixel by pixel with soft edges. */
function line(film: Film, { from, bend, to, width, colour }: Line): void {
  const radius = Math.max(0.42, (width * film.width) / 2)
  const strength = clamp((width * film.width) / 0.84)
  const length = (Math.hypot(bend[0] - from[0], bend[1] - from[1]) + Math.hypot(to[0] - bend[0], to[1] - bend[1])) * film.width
  const steps = Math.max(2, Math.ceil(length / Math.max(0.7, radius * 0.8)))
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps
    const px = ((1 - t) ** 2 * from[0] + 2 * t * (1 - t) * bend[0] + t * t * to[0]) * film.width
    const py = ((1 - t) ** 2 * from[1] + 2 * t * (1 - t) * bend[1] + t * t * to[1]) * film.width
    for (let row = Math.max(0, Math.floor(py - radius - 0.5)); row <= Math.min(film.height - 1, py + radius + 0.5); row += 1) {
      for (let column = Math.max(0, Math.floor(px - radius - 0.5)); column <= Math.min(film.width - 1, px + radius + 0.5); column += 1) {
        const cover = clamp(radius + 0.5 - Math.hypot(column + 0.5 - px, row + 0.5 - py)) * strength
        if (cover === 0) continue
        const at = (row * film.width + column) * 3
        for (let c = 0; c < 3; c += 1) film.light[at + c] = (film.light[at + c] ?? 0) * (1 - cover) + (colour[c] ?? 0) * cover
      }
    }
  }
}
