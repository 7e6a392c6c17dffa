import { add, blend, ease, light, scale } from '../colour.ts'
import { type Film, TALL, expose, newFilm, sampleFilm } from '../film.ts'
import { drawMask, layOver } from '../mask.ts'
import { noiseFrom, randomFrom } from '../noise.ts'
import { stampDisc } from '../stamp.ts'

/** A candle in a dark room, other lights far behind it. */
export function candle(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const wobble = noise.fractal({ octaves: 3 })
  const flame = { x: 0.5, foot: 1.13, top: 0.86 }
  const table = 1.6
  const back = newFilm(270)
  const warm = light('#ff9c45')
  expose(back, (x, y) => add(light('#0d0706'), scale(warm, 0.16 * Math.exp(-Math.hypot(x - flame.x, y - 1) / 0.3))))
  for (let i = 0; i < 17; i += 1) {
    const y = 0.25 + random() * 1.1
    stampDisc(back, { x: random(), y, radius: 0.035 + random() * 0.045, colour: scale(warm, 0.03 + random() * 0.09), edge: 0.16, rim: 1.6 })
  }
  expose(film, (x, y) => {
    const glow = Math.exp(-Math.hypot(x - flame.x, (y - 1.02) * 0.9) / 0.11)
    const dark = add(sampleFilm(back, x, y), scale(warm, glow * 0.5))
    if (y < table) return dark
    const depth = (y - table) / (TALL - table)
    const mirrored = Math.exp(-(((x - flame.x) / (0.1 + depth * 0.1)) ** 2)) * (0.75 + wobble(x * 5, y * 40) * 0.5)
    return add(scale(light('#2c150b'), 0.35 + mirrored), scale(warm, mirrored * 0.12 * (1 - depth * 0.5)))
  })
  const half = 0.125
  layOver(
    film,
    drawMask(540, (context) => {
      context.beginPath()
      context.roundRect(flame.x - half, 1.19, half * 2, 0.44, [0.012, 0.012, 0.03, 0.03])
      context.fill()
      context.beginPath()
      context.ellipse(flame.x, 1.196, half, 0.022, 0, 0, Math.PI * 2)
      context.fill()
    }),
    (x, y) => {
      const across = (x - flame.x) / half
      const down = y - 1.19
      const inside = Math.exp(-Math.max(0, down) / 0.13) * (1 - across * across * 0.45)
      const side = 0.16 + 0.1 * across
      const pool = ease(1, 0.8, Math.hypot(across, (y - 1.196) / 0.022)) * 0.5
      return add(scale(light('#ffce96'), side * (1 - across * across * 0.7) + pool), scale(light('#ff9a4a'), inside * 1.15))
    },
  )
  layOver(
    film,
    drawMask(540, (context) => {
      context.lineWidth = 0.007
      context.beginPath()
      context.moveTo(flame.x, 1.195)
      context.quadraticCurveTo(flame.x + 0.004, 1.15, flame.x - 0.002, 1.115)
      context.stroke()
    }),
    () => light('#1a0d08'),
  )
  return addFlame(film, flame)
}

function addFlame(film: Film, flame: { x: number; foot: number; top: number }): Film {
  const { width, height } = film
  const tall = flame.foot - flame.top
  for (let row = Math.floor((flame.top - 0.05) * width); row < Math.min(height, (flame.foot + 0.06) * width); row += 1) {
    const y = (row + 0.5) / width
    const t = (flame.foot + 0.02 - y) / (tall + 0.02)
    if (t <= 0 || t > 1) continue
    const half = 0.042 * Math.sin(Math.PI * Math.min(1, t) ** 0.62) ** 0.9 * (1 - t * 0.25)
    for (let column = Math.floor((flame.x - 0.08) * width); column < (flame.x + 0.08) * width; column += 1) {
      const x = (column + 0.5) / width - Math.sin(t * 2.2) * 0.006
      const across = Math.abs(x - flame.x) / Math.max(0.002, half)
      const edge = ease(1.05, 0.35, across)
      const core = ease(0.03, 0.3, t) * edge
      const blue = ease(1.1, 0.5, across) * ease(0.22, 0, t) * 0.5
      const colour = add(
        scale(blend(light('#ff7a1f'), light('#fff0b8'), edge * ease(0.1, 0.5, t)), core * 4.2),
        scale(light('#3b6cff'), blue),
      )
      const at = (row * width + column) * 3
      for (let i = 0; i < 3; i += 1) film.light[at + i] = (film.light[at + i] ?? 0) + (colour[i] ?? 0)
    }
  }
  return film
}
