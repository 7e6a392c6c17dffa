import { type Rgb, add, blend, clamp, ease, light, ramp, scale } from '../colour.ts'
import { type Film, TALL, blurFilm, expose, newFilm, sampleFilm } from '../film.ts'
import { noiseFrom, randomFrom } from '../noise.ts'
import { scatterStars } from '../sky.ts'
import { stampDisc } from '../stamp.ts'

const LAMPS = ['#ffb35c', '#ffcf8a', '#ff8f4a', '#ffe2b5', '#ff5f52', '#7fc4ff', '#6fe0c8', '#ff9fc0'] as const

/** Lights of a street far out of focus: large discs low in the picture, smaller ones towards the horizon. */
export function cityBokeh(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const haze = noise.fractal({ octaves: 3 })
  const sky = ramp([0, '#070b18'], [0.45, '#141a33'], [0.62, '#3a2a44'], [0.75, '#241a2a'], [1, '#0a0a12'])
  expose(film, (x, y) => scale(sky(y / TALL), 1 + haze(x * 2, y * 2) * 0.35))
  const disc = ({ x, y, radius, power }: { x: number; y: number; radius: number; power: number }): void => {
    const colour = light(LAMPS[Math.floor(random() ** 1.6 * LAMPS.length)] ?? LAMPS[0])
    stampDisc(film, { x, y, radius, colour: scale(colour, power), edge: 0.12, rim: 1.7 })
  }
  for (let i = 0; i < 130; i += 1) {
    const far = random() ** 0.7
    const spread = 1.08 + (random() - 0.5) * 0.34
    disc({ x: random(), y: spread + (1 - far) * 0.1, radius: 0.014 + (1 - far) * 0.03, power: 0.1 + random() * 0.3 })
  }
  for (let i = 0; i < 26; i += 1)
    disc({ x: random(), y: 1.02 + random() ** 1.4 * 0.75, radius: 0.05 + random() * 0.06, power: 0.07 + random() * 0.2 })
  for (let i = 0; i < 9; i += 1)
    disc({ x: random(), y: 0.5 + random() * 0.5, radius: 0.02 + random() * 0.03, power: 0.05 + random() * 0.1 })
  return film
}

interface Drop {
  x: number
  y: number
  radius: number
  /** Height as a share of the width. */
  long: number
}

/** Rain on a window, every drop a small lens that turns the street behind it upside down. */
export function rainOnGlass(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const behind = newFilm(270)
  const sky = ramp([0, '#1c2c3c'], [0.4, '#33506a'], [0.6, '#4a5a66'], [0.72, '#2b333c'], [1, '#14181f'])
  expose(behind, (_x, y) => sky(y / TALL))
  for (let i = 0; i < 46; i += 1) {
    const colour = light(LAMPS[Math.floor(random() * LAMPS.length)] ?? LAMPS[0])
    stampDisc(behind, {
      x: random(),
      y: 0.95 + (random() - 0.4) * 0.7,
      radius: 0.03 + random() * 0.06,
      colour: scale(colour, 0.14 + random() * 0.5),
      edge: 0.25,
      rim: 1.4,
    })
  }
  blurFilm(behind, 0.008)
  const veiled = blurFilm({ ...behind, light: behind.light.slice() }, 0.03)
  const { width, height } = film
  // The tilt of the glass's water at each pixel, zero where the pane is dry.
  const tilt = new Float32Array(width * height * 2)
  const shine = new Float32Array(width * height)
  const drop = ({ x, y, radius, long }: Drop): void => {
    const bend = random() * 6.28
    for (let row = Math.floor((y - radius * long) * width); row <= (y + radius * long) * width; row += 1) {
      for (let column = Math.floor((x - radius) * width); column <= (x + radius) * width; column += 1) {
        if (row < 0 || column < 0 || row >= height || column >= width) continue
        const wobble = 1 + 0.12 * Math.sin(3 * Math.atan2(row / width - y, column / width - x) + bend)
        const dx = ((column + 0.5) / width - x) / (radius * wobble)
        const dy = ((row + 0.5) / width - y) / (radius * long * wobble)
        const distance = dx * dx + dy * dy
        if (distance >= 1) continue
        const at = row * width + column
        tilt[at * 2] = dx
        tilt[at * 2 + 1] = dy
        shine[at] = 1 - distance
      }
    }
  }
  for (let i = 0; i < 2600; i += 1)
    drop({ x: random(), y: random() * TALL, radius: 0.0016 + random() ** 3 * 0.005, long: 1 + random() * 0.2 })
  for (let i = 0; i < 240; i += 1)
    drop({ x: random(), y: random() * TALL, radius: 0.006 + random() ** 2.2 * 0.017, long: 1.05 + random() * 0.35 })
  for (let i = 0; i < 9; i += 1) {
    const x = random()
    const end = 0.3 + random() * 1.3
    for (let y = end - 0.25 - random() * 0.6, drift = x; y < end; y += 0.008 + random() * 0.03) {
      drift += (random() - 0.5) * 0.004
      drop({ x: drift, y, radius: 0.002 + random() * 0.003, long: 1.3 })
    }
    drop({ x, y: end, radius: 0.016 + random() * 0.008, long: 1.5 })
  }
  return expose(film, (x, y) => {
    const at = Math.floor(y * width) * width + Math.floor(x * width)
    const body = shine[at] ?? 0
    if (body === 0) return scale(sampleFilm(veiled, x, y), 0.9)
    const dx = tilt[at * 2] ?? 0
    const dy = tilt[at * 2 + 1] ?? 0
    const seen = sampleFilm(behind, x - dx * 0.22, y - dy * 0.3 - 0.02)
    const edge = ease(0, 0.45, body)
    const glint = ease(0.22, 0.05, Math.hypot(dx + 0.32, dy + 0.42)) * 0.5
    const below = ease(0.1, 0.9, dy) * 0.22
    return add(scale(seen, 0.35 + 0.95 * edge + below), [glint, glint, glint])
  })
}

/** The Milky Way over a dark ridge with a single tree. */
export function starrySky(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const dust = noise.fractal({ octaves: 6, gain: 0.56 })
  const broad = noise.fractal({ octaves: 3 })
  const sky = ramp([0, '#060a18'], [0.5, '#101b36'], [0.8, '#26355a'], [0.93, '#5a5468'], [1, '#8a6a5c'])
  const horizon = 1.5
  const ridge = (x: number): number => horizon - 0.1 * broad(x * 1.3, 1) - 0.06 * x - 0.006 * Math.max(0, noise.smooth(x * 120, 1))
  expose(film, (x, y) => {
    const along = x * 0.62 + (y - 0.6) * 0.78
    const across = (x - 0.52) * 0.86 - (y - 0.62) * 0.5 + broad(along * 2, 3) * 0.05
    const band = Math.exp(-((across / 0.2) ** 2))
    const core = Math.exp(-((across / 0.085) ** 2)) * ease(-0.6, 0.5, along)
    const cloud = dust(x * 3.2, y * 3.2)
    const lane = ease(-0.15, 0.55, dust(x * 6 + 9, y * 4 + x * 3) * 1.1 + 0.2 - Math.abs(across + 0.02) * 5) * band
    const glow = band * (0.55 + cloud * 0.6) + core * (0.8 + cloud * 0.5)
    const tint: Rgb = blend([0.34, 0.4, 0.62], [0.86, 0.62, 0.5], core * 0.8)
    return add(sky(clamp(y / horizon)), scale(tint, Math.max(0, glow) * 0.17 * (1 - lane * 0.8)))
  })
  const random = randomFrom(seed + 1)
  for (const star of scatterStars(seed, 2600)) {
    const across = (star.x - 0.52) * 0.86 - (star.y - 0.62) * 0.5
    if (random() > 0.36 + 0.64 * Math.exp(-((across / 0.24) ** 2))) continue
    stampDisc(film, { x: star.x, y: star.y, radius: star.size, colour: star.colour, edge: 1 })
  }
  return coverGround(film, ridge, light('#05070d'))
}

function coverGround(film: Film, ridge: (x: number) => number, colour: Rgb): Film {
  const { width, height } = film
  for (let column = 0; column < width; column += 1) {
    const top = ridge((column + 0.5) / width) * width
    for (let row = Math.max(0, Math.floor(top)); row < height; row += 1) {
      const cover = clamp(row + 1 - top)
      const at = (row * width + column) * 3
      for (let i = 0; i < 3; i += 1) film.light[at + i] = (film.light[at + i] ?? 0) * (1 - cover) + (colour[i] ?? 0) * cover
    }
  }
  return film
}

/** Curtains of northern light over a frozen lake. */
export function aurora(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const folds = noise.fractal({ octaves: 3 })
  const rays = noise.fractal({ octaves: 3, gain: 0.6 })
  const sky = ramp([0, '#050a18'], [0.6, '#0b1c2e'], [1, '#1c3d46'])
  const shore = 1.36
  const green = light('#4dffa6')
  const violet = light('#a85cff')
  const curtain = (x: number, y: number, row: number): Rgb => {
    const foot = 1.12 - row * 0.2 + folds(x * 1.5 + row * 5, row * 2.3) * 0.5 - (x - 0.5) * (0.75 - row * 0.5)
    const up = foot - y
    if (up < -0.05) return [0, 0, 0]
    const ray = 0.62 + 0.6 * rays(x * 16 + folds(x * 3, row) * 4, row * 7 + up * 0.5)
    const strength = ease(-0.035, 0.02, up) * Math.exp(-Math.max(0, up) / (0.1 + 0.12 * ray)) * Math.max(0, ray)
    return scale(blend(green, violet, ease(0.08, 0.5, up)), strength * (0.8 - row * 0.2))
  }
  const above = (x: number, y: number): Rgb => {
    let colour = sky(y / shore)
    for (let row = 0; row < 3; row += 1) colour = add(colour, curtain(x, y, row))
    return colour
  }
  const hill = (x: number): number => shore - 0.035 - 0.07 * (folds(x * 1.7 + 4, 9) + 0.5) - 0.016 * Math.max(0, noise.smooth(x * 85, 7))
  const image = expose(newFilm(Math.round(film.width * 0.75)), above)
  expose(film, (x, y) => sampleFilm(image, x, y))
  for (const star of scatterStars(seed, 700))
    stampDisc(film, { x: star.x, y: star.y, radius: star.size, colour: scale(star.colour, 0.7), edge: 1 })
  coverGround(film, hill, light('#04090e'))
  const { width, height } = film
  const mirror = { ...film, light: film.light.slice() }
  for (let row = Math.floor(shore * width); row < height; row += 1) {
    const down = (row + 0.5) / width - shore
    for (let column = 0; column < width; column += 1) {
      const x = (column + 0.5) / width
      const crack = rays((x * 3) / (down + 0.2), 2 / (down + 0.08))
      const seen = sampleFilm(mirror, x + crack * 0.012, shore - down * 1.05 - crack * (0.012 + down * 0.03))
      const ice = blend(scale(seen, 0.62), light('#0a1820'), ease(0, 0.6, down) * 0.4)
      const at = (row * width + column) * 3
      film.light[at] = ice[0]
      film.light[at + 1] = ice[1]
      film.light[at + 2] = ice[2]
    }
  }
  return film
}
