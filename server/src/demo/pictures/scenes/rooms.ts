import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Rgb, add, blend, clamp, ease, light, mix, ramp, scale } from '../colour.ts'
import { type Film, TALL, blurFilm, expose, newFilm, sampleFilm } from '../film.ts'
import { drawMask, layOver } from '../mask.ts'
import { noiseFrom, randomFrom } from '../noise.ts'
import { stampDisc } from '../stamp.ts'

/** A frond: a bent stem with leaflets on both sides, longest in the middle. */
function frond(
  context: SKRSContext2D,
  { x, y, angle, length, bend }: { x: number; y: number; angle: number; length: number; bend: number },
): void {
  const leaflets = 17
  let px = x
  let py = y
  let heading = angle
  for (let i = 0; i < leaflets; i += 1) {
    const t = i / (leaflets - 1)
    const nextX = px + (Math.cos(heading) * length) / leaflets
    const nextY = py + (Math.sin(heading) * length) / leaflets
    context.lineWidth = mix(0.009, 0.003, t)
    context.beginPath()
    context.moveTo(px, py)
    context.lineTo(nextX, nextY)
    context.stroke()
    const size = length * 0.46 * Math.sin(Math.PI * (0.18 + 0.78 * t)) ** 0.8
    for (const side of [-1, 1]) {
      const out = heading + side * mix(1.05, 0.4, t)
      const tipX = px + Math.cos(out) * size
      const tipY = py + Math.sin(out) * size + size * 0.12
      const wide = size * 0.085
      context.beginPath()
      context.moveTo(px, py)
      context.quadraticCurveTo(mix(px, tipX, 0.45) - Math.sin(out) * wide, mix(py, tipY, 0.45) + Math.cos(out) * wide, tipX, tipY)
      context.quadraticCurveTo(mix(px, tipX, 0.45) + Math.sin(out) * wide, mix(py, tipY, 0.45) - Math.cos(out) * wide, px, py)
      context.fill()
    }
    px = nextX
    py = nextY
    heading += bend / leaflets
  }
}

/** Afternoon sun through a window on a bare wall, with the shadow of a palm. */
export function windowLight(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const random = randomFrom(seed)
  const plaster = noise.fractal({ octaves: 5, gain: 0.62 })
  const panes = drawMask(
    360,
    (context) => {
      context.transform(1, 0.32, -0.2, 1, 0.2, -0.12)
      for (let row = 0; row < 4; row += 1) {
        for (let column = 0; column < 2; column += 1) context.fillRect(0.16 + column * 0.36, 0.2 + row * 0.34, 0.335, 0.315)
      }
    },
    0.009,
  )
  const leaves = drawMask(
    360,
    (context) => {
      for (let i = 0; i < 8; i += 1) {
        frond(context, {
          x: 0.98,
          y: 1.72,
          angle: -2.75 + i * 0.22 + random() * 0.12,
          length: 0.75 + random() * 0.4,
          bend: -0.7 + i * 0.16,
        })
      }
    },
    0.007,
  )
  const wall = light('#c79a78')
  const sun = light('#ffd9a6')
  return expose(film, (x, y) => {
    const rough = plaster(x * 7, y * 7) * 0.06 + plaster(x * 60, y * 60) * 0.05
    const lit = panes(x, y) * (1 - leaves(x, y) * 0.9)
    const fall = ease(2.1, 0.2, Math.hypot(x - 0.3, y - 0.6))
    const shade = scale(add(scale(wall, 0.2), scale(light('#4a4f70'), 0.08)), 0.55 + fall * 0.7)
    const tone: Rgb = [wall[0] * sun[0], wall[1] * sun[1], wall[2] * sun[2]]
    return scale(add(shade, scale(tone, lit * (0.75 + fall * 0.5))), 1 + rough)
  })
}

/** A lamp on a desk, late. */
export function deskLamp(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const plaster = noise.fractal({ octaves: 5, gain: 0.6 })
  const grain = noise.fractal({ octaves: 4 })
  const bulb = { x: 0.34, y: 0.86 }
  const desk = 1.46
  const warm = light('#ffb765')
  const wall = light('#6f6a68')
  expose(film, (x, y) => {
    const dx = x - bulb.x
    const dy = y - bulb.y
    const rough = 1 + plaster(x * 9, y * 9) * 0.07 + plaster(x * 70, y * 70) * 0.04
    if (y < desk) {
      const distance = Math.hypot(dx, dy) + 0.05
      const down = Math.atan2(dx + dy * 0.02, dy)
      const cone = ease(1.02, 0.72, Math.abs(down - 0.12)) / (1 + distance * distance * 6)
      const spill = 0.1 / (1 + distance * distance * 14)
      const corner = ease(0, 0.12, desk - y) * 0.3 + 0.7
      const lit = scale(warm, cone * 1.25 + spill)
      return scale([wall[0] * (0.05 + lit[0]), wall[1] * (0.06 + lit[1]), wall[2] * (0.1 + lit[2] * 1.15)], rough * corner * 1.5)
    }
    const depth = (y - desk) / (TALL - desk)
    const wood = 0.75 + 0.28 * grain(x * 2.2, y * 46) + 0.1 * grain(x * 9, y * 150)
    const pool = Math.exp(-(((x - bulb.x - 0.06) / 0.34) ** 2) - ((depth - 0.3) / 0.6) ** 2)
    const edge = ease(0.02, 0, y - desk) * 0.25
    return scale(light('#7a4a2c'), wood * (0.035 + pool * 1.05 + edge * pool))
  })
  const body = drawMask(720, (context) => {
    context.lineWidth = 0.017
    context.beginPath()
    context.moveTo(0.72, 1.5)
    context.lineTo(0.8, 1.08)
    context.lineTo(0.44, 0.75)
    context.stroke()
    context.beginPath()
    context.ellipse(0.72, 1.515, 0.13, 0.022, 0, 0, Math.PI * 2)
    context.fill()
    for (const [x, y] of [
      [0.8, 1.08],
      [0.44, 0.75],
    ] as const) {
      context.beginPath()
      context.arc(x, y, 0.019, 0, Math.PI * 2)
      context.fill()
    }
    context.beginPath()
    context.moveTo(0.405, 0.715)
    context.quadraticCurveTo(0.47, 0.735, 0.462, 0.79)
    context.lineTo(0.5, 0.905)
    context.quadraticCurveTo(0.36, 0.875, 0.2, 0.86)
    context.lineTo(0.352, 0.76)
    context.quadraticCurveTo(0.36, 0.72, 0.405, 0.715)
    context.fill()
  })
  const opening = drawMask(
    720,
    (context) => {
      context.beginPath()
      context.ellipse(0.35, 0.884, 0.152, 0.019, 0.149, 0, Math.PI * 2)
      context.fill()
    },
    0.0015,
  )
  layOver(film, body, (x, y) => {
    const rim = ease(0.24, 0.02, Math.hypot(x - 0.35, (y - 0.9) * 1.6)) * 0.05
    const sheen = ease(0.05, 0, Math.abs(x - 0.43 + (y - 0.8) * 0.3)) * ease(0.93, 0.84, y) * 0.03
    return add(light('#0c1416'), [rim + sheen, rim * 0.7 + sheen, rim * 0.4 + sheen])
  })
  layOver(film, opening, () => scale(light('#ffe2b0'), 3.4))
  return film
}

const COVERS = ['#7b3b32', '#d8c3a0', '#2f4b4e', '#b98a4a', '#e4ddd0', '#3a3d55'] as const

/** Books on a sill, the garden behind the window out of focus. */
export function booksByWindow(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const cloth = noise.fractal({ octaves: 3 })
  const grain = noise.fractal({ octaves: 4 })
  const back = newFilm(270)
  const green = ramp([0, '#dfeadf'], [0.45, '#9cb38a'], [0.75, '#54704f'], [1, '#3a4f3c'])
  expose(back, (x, y) => scale(green(clamp(y / 1.45 + cloth(x * 2, y * 2) * 0.25)), 0.85))
  for (let i = 0; i < 60; i += 1) {
    stampDisc(back, {
      x: random(),
      y: random() * 1.4,
      radius: 0.03 + random() * 0.05,
      colour: scale(light(random() < 0.6 ? '#f7f3d0' : '#b9d19a'), 0.05 + random() * 0.2),
      edge: 0.3,
      rim: 1.2,
    })
  }
  blurFilm(back, 0.012)
  const sill = 1.5
  expose(film, (x, y) => {
    if (y < sill) {
      const frame = ease(0.055, 0.04, Math.abs(x - 0.93)) * 0.92
      return blend(sampleFilm(back, x, y), scale(light('#e9e2d6'), 0.16 + 0.12 * ease(0.9, 0.96, x)), frame)
    }
    const depth = (y - sill) / (TALL - sill)
    const wood = 0.8 + 0.2 * grain(x * 2, y * 60) + 0.06 * grain(x * 12, y * 200)
    return scale(light('#c4a27c'), wood * mix(0.62, 0.26, depth))
  })
  layOver(
    film,
    drawMask(270, (context) => context.fillRect(0.1, 1.47, 0.78, 0.075), 0.03),
    () => [0.02, 0.015, 0.012],
  )
  let foot = 1.535
  for (const cover of COVERS) {
    const thick = 0.062 + random() * 0.05
    const left = 0.15 + random() * 0.07
    const right = 0.86 - random() * 0.1
    const top = foot - thick
    const bands = [0.1 + random() * 0.05, 0.16 + random() * 0.03]
    const shape = drawMask(720, (context) => {
      context.beginPath()
      context.roundRect(left, top, right - left, thick - 0.002, 0.012)
      context.fill()
    })
    const tint = light(cover)
    const letters = randomFrom(Math.floor(random() * 1e6))
    const words = Array.from({ length: 9 }, () => 0.4 + letters() * 0.6)
    layOver(film, shape, (x, y) => {
      const t = (y - top) / thick
      const round = Math.sqrt(Math.max(0, 1 - (t * 2 - 1) ** 2))
      const from = clamp(0.3 + 0.5 * ((x - left) / (right - left)))
      const weave = 1 + cloth(x * 130, y * 130) * 0.1 + cloth(x * 8, y * 8) * 0.06
      const along = (x - left) / (right - left)
      const band = bands.some((at) => Math.abs(along - at) < 0.006 || Math.abs(1 - along - at) < 0.006)
      const word = words[Math.floor((along - 0.3) * 22)] ?? 0
      const title = along > 0.3 && along < 0.7 && Math.abs(t - 0.5) < 0.09 * word && ((along - 0.3) * 22) % 1 < 0.78
      const ink = band || title ? blend(tint, light('#e8c98a'), 0.75) : tint
      const top_light = ease(0.35, 0, t) * 0.4
      return scale(ink, weave * (0.14 + 0.62 * round * from + top_light * (0.3 + from)))
    })
    foot = top + 0.001
  }
  return film
}
