import { type Rgb, add, blend, clamp, ease, light, mix, ramp, scale } from '../colour.ts'
import { type Film, expose } from '../film.ts'
import { noiseFrom, randomFrom } from '../noise.ts'
import { stampDisc } from '../stamp.ts'

/** An empty road into the evening. */
export function openRoad(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const broad = noise.fractal({ octaves: 4 })
  const fine = noise.fractal({ octaves: 3, gain: 0.6 })
  const veil = noise.fractal({ octaves: 6 })
  const horizon = 0.98
  const sky = ramp([0, '#2c3a66'], [0.35, '#6c6391'], [0.65, '#c9829a'], [0.88, '#ffb38a'], [1, '#ffd3a0'])
  const peak = (x: number): number => horizon - 0.035 - 0.11 * Math.max(0, broad(x * 1.7, 2) + 0.42) * ease(0.02, 0.2, Math.abs(x - 0.52))
  const foothill = (x: number): number => horizon - 0.008 - 0.035 * Math.max(0, broad(x * 3.3, 7) + 0.3)
  return expose(film, (x, y) => {
    const cloud = ease(0.02, 0.55, veil(x * 1.4, y * 5.2 + veil(x * 2, y * 2) * 0.7))
    const air = blend(sky(clamp(y / horizon)), blend(light('#54507c'), light('#ffb49a'), ease(0.3, 0.95, y / horizon)), cloud * 0.7)
    if (y < horizon) {
      const far = clamp((y - peak(x)) * film.width + 0.5)
      const near = clamp((y - foothill(x)) * film.width + 0.5)
      return blend(blend(air, blend(light('#5b5478'), sky(0.9), ease(horizon - 0.16, horizon, y) * 0.5), far), light('#4a4058'), near)
    }
    const down = y - horizon + 0.0012
    const depth = 0.26 / down
    const lateral = (x - 0.5) * depth * 1.25 - 0.0016 * depth * depth * Math.exp(-depth / 60)
    const mist = 1 - Math.exp(-depth / 42)
    const grass = blend(
      light('#3a3226'),
      light('#8a6a3f'),
      ease(-0.4, 0.5, fine(lateral * 5, depth * 4) + broad(lateral * 0.5, depth * 0.3)),
    )
    const field = scale(grass, 0.75 + fine(lateral * 22, depth * 9) * 0.3)
    const worn = fine(lateral * 30, depth * 26) * 0.12 + broad(lateral * 2.2, depth * 0.25) * 0.14
    const tracks = Math.exp(-(((Math.abs(lateral) - 0.13) / 0.045) ** 2)) * 0.16
    const asphalt = scale(light('#4a4854'), 0.75 + worn - tracks + ease(0.5, 0.02, down) * 0.35)
    const blur = 0.004 + 0.0012 * depth
    const road = ease(0.3 + blur, 0.3 - blur, Math.abs(lateral))
    const edge = ease(0.011 + blur, 0.004, Math.abs(Math.abs(lateral) - 0.272)) * 0.7
    const dashes = ease(0.009 + blur, 0.004, Math.abs(lateral)) * ease(0.5, 0.42, Math.abs(((((depth * 0.42) % 1) + 1) % 1) - 0.5) + 0.2)
    const paint = (edge + dashes) * (0.75 + worn * 1.5)
    const ground = blend(field, blend(asphalt, light('#e7d9c4'), clamp(paint)), road)
    return blend(ground, scale(sky(0.95), 0.85), mist * 0.85)
  })
}

/** Street lamps in the fog, one behind the other, and the wet street under them. */
export function lampsInFog(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const fog = noise.fractal({ octaves: 4 })
  const ripple = noise.fractal({ octaves: 3 })
  const horizon = 1.14
  const warm = light('#ffc27d')
  const lamps = Array.from({ length: 9 }, (_, i) => {
    const depth = 1.05 + i * 0.95
    return {
      x: 0.53 - 0.66 / depth + 0.012 * i,
      y: horizon - 0.95 / depth,
      foot: horizon + 0.52 / depth,
      depth,
      power: (0.85 + random() * 0.3) * Math.exp(-depth / 6.5),
    }
  })
  const glowAt = (x: number, y: number): number => {
    let sum = 0
    for (const lamp of lamps) {
      const distance = Math.hypot(x - lamp.x, y - lamp.y)
      sum += lamp.power * (0.32 * Math.exp(-distance / (0.03 + 0.1 / lamp.depth)) + 0.028 * Math.exp(-((distance / 0.4) ** 2)))
    }
    return sum
  }
  const air = (x: number, y: number): Rgb => {
    const drift = 0.85 + 0.3 * fog(x * 2.2, y * 2.2)
    const base = blend(light('#121b27'), light('#3a4654'), Math.exp(-(((y - horizon) / 0.34) ** 2)))
    return add(scale(base, drift), scale(warm, glowAt(x, y) * drift))
  }
  expose(film, (x, y) => {
    if (y < horizon) return air(x, y)
    const down = y - horizon
    const depth = 0.5 / (down + 0.03)
    const wet = ripple((x - 0.5) * depth * 5, depth * 9)
    const puddle = ease(-0.15, 0.3, fog((x - 0.5) * depth * 1.4, depth * 1.6))
    const seen = air(x + wet * 0.02, horizon - down * 0.95 - wet * 0.05 * (1.2 - puddle))
    const stone = scale(light('#1b222b'), 0.8 + 0.5 * ripple((x - 0.5) * depth * 20, depth * 26))
    let streak = 0
    for (const lamp of lamps)
      streak +=
        lamp.power *
        Math.exp(-(((x - lamp.x + wet * 0.015) / (0.018 + 0.035 / lamp.depth)) ** 2)) *
        ease(lamp.foot - 0.06, lamp.foot + 0.05, y) *
        0.32
    const mirrored = scale(seen, mix(0.35, 0.8, puddle))
    return add(add(scale(stone, 0.5), mirrored), scale(warm, streak * (0.5 + puddle * 0.6) * (1 + wet * 0.8)))
  })
  for (const lamp of lamps.toReversed()) {
    const dark = blend(light('#080c12'), light('#39424d'), 1 - Math.exp(-lamp.depth / 5))
    post(film, lamp, dark)
    stampDisc(film, { x: lamp.x, y: lamp.y, radius: 0.03 / lamp.depth, colour: scale(warm, 1.2 + 3.2 * lamp.power), cover: 0, edge: 0.7 })
  }
  return film
}

function post(film: Film, lamp: { x: number; y: number; foot: number; depth: number }, colour: Rgb): void {
  const { width, height } = film
  for (let row = Math.floor(lamp.y * width); row < Math.min(height, lamp.foot * width); row += 1) {
    const along = ((row + 0.5) / width - lamp.y) / (lamp.foot - lamp.y)
    const half = ((0.0055 + 0.006 * ease(0.8, 0.95, along) + 0.011 * ease(0.07, 0, along)) / lamp.depth) * width
    for (
      let column = Math.max(0, Math.floor(lamp.x * width - half - 1));
      column <= Math.min(width - 1, lamp.x * width + half + 1);
      column += 1
    ) {
      const cover = clamp(half + 0.5 - Math.abs(column + 0.5 - lamp.x * width)) * Math.min(1, half * 2)
      const at = (row * width + column) * 3
      for (let i = 0; i < 3; i += 1) film.light[at + i] = (film.light[at + i] ?? 0) * (1 - cover) + (colour[i] ?? 0) * cover
    }
  }
}
