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

interface BoxFilter {
  radius: number
  edge: 'empty' | 'repeat'
}

/** Blurs in place. Beyond the edges lies `edge`: nothing, or the edge's own values again. */
export function blurChannel(channel: Channel, blur: number, edge: 'empty' | 'repeat'): void {
  const radius = boxRadius(blur)
  if (radius === 0) return
  const { width, height } = channel
  // One row more stays empty, for what lies above and below.
  const between = { width, height, data: new Uint8Array(width * (height + 1)) }
  for (let pass = 0; pass < PASSES; pass++) {
    blurRows(channel, between, { radius, edge })
    blurColumns(between, channel, { radius, edge })
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

function blurRows({ width, height, data }: Channel, { data: blurred }: Channel, { radius, edge }: BoxFilter): void {
  const count = 2 * radius + 1
  const inverse = 1 / count
  const line = new Uint8Array(width + count)
  for (let start = 0; start < width * height; start += width) {
    line.set(data.subarray(start, start + width), radius)
    if (edge === 'repeat') line.fill(data[start] as number, 0, radius).fill(data[start + width - 1] as number, radius + width)
    // `radius` rounds to the nearest. The half keeps the product off whole numbers, so that the byte array truncates it as it would a division.
    let sum = radius + 0.5
    for (let i = 0; i < count; i++) sum += line[i] as number
    for (let x = 0; x < width; x++) {
      blurred[start + x] = sum * inverse
      sum += (line[x + count] as number) - (line[x] as number)
    }
  }
}

/** Row by row, with a sum for each column: going down the columns one by one misses the processor's cache. */
function blurColumns({ width, height, data }: Channel, { data: blurred }: Channel, { radius, edge }: BoxFilter): void {
  const inverse = 1 / (2 * radius + 1)
  const startOf = (y: number): number => {
    if (y >= 0 && y < height) return y * width
    return width * (edge === 'empty' ? height : y < 0 ? 0 : height - 1)
  }
  const sums = new Int32Array(width).fill(radius)
  for (let y = -radius; y <= radius; y++) {
    const entering = startOf(y)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (data[entering + x] as number)
  }
  for (let y = 0; y < height; y++) {
    const [start, entering, leaving] = [y * width, startOf(y + radius + 1), startOf(y - radius)]
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number
      blurred[start + x] = (sum + 0.5) * inverse
      sums[x] = sum + (data[entering + x] as number) - (data[leaving + x] as number)
    }
  }
}
