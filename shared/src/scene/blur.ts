import type { Premultiplied } from './resample.ts'

/** A blur is three passes of a box filter, which together are close to a Gaussian and exact in whole numbers. */
const PASSES = 3

function boxRadius(blur: number): number {
  return Math.ceil(blur / PASSES)
}

/** Pixels by which a blur spreads. */
export function blurReach(blur: number): number {
  return PASSES * boxRadius(blur)
}

/** Values of one channel, row by row. */
export interface Channel {
  width: number
  height: number
  data: Uint8Array
}

/** Blurs in place. Beyond the edges lies `edge`: nothing, or the edge's own values again. */
export function blurChannel({ width, height, data }: Channel, blur: number, edge: 'empty' | 'repeat'): void {
  const radius = boxRadius(blur)
  if (radius === 0) return
  const copy = new Uint8Array(Math.max(width, height))
  for (let pass = 0; pass < PASSES; pass++) {
    for (let y = 0; y < height; y++) blurLine(data, { start: y * width, step: 1, length: width }, { radius, edge, copy })
    for (let x = 0; x < width; x++) blurLine(data, { start: x, step: width, length: height }, { radius, edge, copy })
  }
}

/** Blurs opaque pixels in place. */
export function blurPixels({ width, height, data }: Premultiplied, blur: number): void {
  const channel = new Uint8Array(width * height)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < channel.length; i++) channel[i] = data[4 * i + c] as number
    blurChannel({ width, height, data: channel }, blur, 'repeat')
    for (let i = 0; i < channel.length; i++) data[4 * i + c] = channel[i] as number
  }
}

interface LineBlur {
  radius: number
  edge: 'empty' | 'repeat'
  /** Room for the line as it was. */
  copy: Uint8Array
}

function blurLine(data: Uint8Array, { start, step, length }: { start: number; step: number; length: number }, blur: LineBlur): void {
  const { radius, edge, copy: line } = blur
  for (let i = 0, at = start; i < length; i++, at += step) line[i] = data[at] as number
  const [first, last] = edge === 'repeat' ? [line[0] as number, line[length - 1] as number] : [0, 0]
  const count = 2 * radius + 1
  const half = count >> 1
  let sum = first * radius
  for (let i = 0; i <= radius; i++) sum += i < length ? (line[i] as number) : last
  for (let i = 0, at = start; i < length; i++, at += step) {
    data[at] = Math.floor((sum + half) / count)
    const leaving = i - radius
    const entering = i + radius + 1
    sum += (entering < length ? (line[entering] as number) : last) - (leaving >= 0 ? (line[leaving] as number) : first)
  }
}
