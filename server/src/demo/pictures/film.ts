import type { Rgb } from './colour.ts'

/** Height of a picture when its width is 1: shaders see x in 0..1 and y in 0..TALL, downwards. */
export const TALL = 16 / 9

/** A picture being exposed: linear light, three numbers a pixel. */
export interface Film {
  width: number
  height: number
  light: Float32Array
}

export function newFilm(width: number): Film {
  const height = Math.round(width * TALL)
  return { width, height, light: new Float32Array(width * height * 3) }
}

export type Shader = (x: number, y: number) => Rgb

/** Exposes every pixel by its place. */
export function expose(film: Film, shader: Shader): Film {
  const { width, height, light } = film
  let at = 0
  for (let row = 0; row < height; row += 1) {
    const y = (row + 0.5) / width
    for (let column = 0; column < width; column += 1) {
      const colour = shader((column + 0.5) / width, y)
      light[at] = colour[0]
      light[at + 1] = colour[1]
      light[at + 2] = colour[2]
      at += 3
    }
  }
  return film
}

/** Light at a place between pixels; the edge goes on for ever. */
export function sampleFilm(film: Film, x: number, y: number): Rgb {
  const { width, height, light } = film
  const px = Math.min(width - 1.001, Math.max(0, x * width - 0.5))
  const py = Math.min(height - 1.001, Math.max(0, y * width - 0.5))
  const column = Math.floor(px)
  const row = Math.floor(py)
  const fx = px - column
  const fy = py - row
  const a = (row * width + column) * 3
  const b = a + width * 3
  const channel = (i: number): number => {
    const upper = (light[a + i] ?? 0) * (1 - fx) + (light[a + 3 + i] ?? 0) * fx
    const lower = (light[b + i] ?? 0) * (1 - fx) + (light[b + 3 + i] ?? 0) * fx
    return upper + (lower - upper) * fy
  }
  return [channel(0), channel(1), channel(2)]
}

/** One running mean along rows (stride 3) or columns (stride 3 · width). */
function boxPass(
  values: Float32Array,
  line: { start: number; stride: number; length: number; radius: number; scratch: Float32Array },
): void {
  const { start, stride, length, radius, scratch } = line
  const window = radius * 2 + 1
  const value = (i: number): number => values[start + Math.min(length - 1, Math.max(0, i)) * stride] ?? 0
  let sum = 0
  for (let i = -radius; i <= radius; i += 1) sum += value(i)
  for (let i = 0; i < length; i += 1) {
    scratch[i] = sum / window
    sum += value(i + radius + 1) - value(i - radius)
  }
  for (let i = 0; i < length; i += 1) values[start + i * stride] = scratch[i] ?? 0
}

/** Three box passes come close to a Gaussian of `sigma` (in widths of the picture), at a cost that does not grow with it. */
export function blurFilm(film: Film, sigma: number): Film {
  const { width, height, light } = film
  const radius = Math.max(0, Math.round(sigma * width * 0.95))
  if (radius === 0) return film
  const scratch = new Float32Array(Math.max(width, height))
  for (let pass = 0; pass < 3; pass += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      for (let row = 0; row < height; row += 1) {
        boxPass(light, { start: row * width * 3 + channel, stride: 3, length: width, radius, scratch })
      }
      for (let column = 0; column < width; column += 1) {
        boxPass(light, { start: column * 3 + channel, stride: width * 3, length: height, radius, scratch })
      }
    }
  }
  return film
}

/** A smaller copy, by whole steps: every pixel the mean of `step` x `step` of the original. */
export function shrinkFilm(film: Film, step: number): Film {
  const width = Math.floor(film.width / step)
  const height = Math.floor(film.height / step)
  const light = new Float32Array(width * height * 3)
  const share = 1 / (step * step)
  for (let row = 0; row < height * step; row += 1) {
    const into = Math.floor(row / step) * width
    for (let column = 0; column < width * step; column += 1) {
      const from = (row * film.width + column) * 3
      const to = (into + Math.floor(column / step)) * 3
      light[to] = (light[to] ?? 0) + (film.light[from] ?? 0) * share
      light[to + 1] = (light[to + 1] ?? 0) + (film.light[from + 1] ?? 0) * share
      light[to + 2] = (light[to + 2] ?? 0) + (film.light[from + 2] ?? 0) * share
    }
  }
  return { width, height, light }
}
