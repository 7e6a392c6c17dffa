import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import { type Film, TALL } from './film.ts'
import type { Field } from './noise.ts'

/**
 * A shape drawn with paths, as a field of 0 (outside) to 1 (inside). The context is scaled so that the width of the picture is 1.
 * `blur` is the width of its soft edge, in widths of the picture.
 */
export function drawMask(resolution: number, draw: (context: SKRSContext2D) => void, blur = 0): Field {
  const width = resolution
  const height = Math.round(resolution * TALL)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.scale(width, width)
  context.fillStyle = 'white'
  context.strokeStyle = 'white'
  context.lineCap = 'round'
  context.lineJoin = 'round'
  draw(context)
  const pixels = context.getImageData(0, 0, width, height).data
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i += 1) values[i] = (pixels[i * 4] ?? 0) / 255
  const mask = { width, height, values }
  const radius = Math.round(blur * width * 0.95)
  if (radius > 0) for (let pass = 0; pass < 3; pass += 1) blurLines(mask, radius)
  return (x, y) => {
    const px = Math.min(width - 1.001, Math.max(0, x * width - 0.5))
    const py = Math.min(height - 1.001, Math.max(0, y * width - 0.5))
    const column = Math.floor(px)
    const row = Math.floor(py)
    const at = row * width + column
    const fx = px - column
    const upper = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx
    const lower = (values[at + width] ?? 0) * (1 - fx) + (values[at + width + 1] ?? 0) * fx
    return upper + (lower - upper) * (py - row)
  }
}

function blurLines({ width, height, values }: { width: number; height: number; values: Float32Array }, radius: number): void {
  const scratch = new Float32Array(Math.max(width, height))
  const pass = (start: number, stride: number, length: number): void => {
    const value = (i: number): number => values[start + Math.min(length - 1, Math.max(0, i)) * stride] ?? 0
    let sum = 0
    for (let i = -radius; i <= radius; i += 1) sum += value(i)
    for (let i = 0; i < length; i += 1) {
      scratch[i] = sum / (radius * 2 + 1)
      sum += value(i + radius + 1) - value(i - radius)
    }
    for (let i = 0; i < length; i += 1) values[start + i * stride] = scratch[i] ?? 0
  }
  for (let row = 0; row < height; row += 1) pass(row * width, 1, width)
  for (let column = 0; column < width; column += 1) pass(column, width, height)
}

/** Lays a colour over a film where a mask is set. */
export function layOver(film: Film, mask: Field, colour: (x: number, y: number) => readonly [number, number, number]): void {
  const { width, height, light } = film
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 3) {
      const x = (column + 0.5) / width
      const y = (row + 0.5) / width
      const cover = mask(x, y)
      if (cover < 0.002) continue
      const over = colour(x, y)
      for (let i = 0; i < 3; i += 1) light[at + i] = (light[at + i] ?? 0) * (1 - cover) + (over[i] ?? 0) * cover
    }
  }
}
