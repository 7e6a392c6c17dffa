import { divideBy255 } from './pixel-image.ts'
import type { PixelImage } from './pixel-image.ts'
import { releaseMemory } from './release-memory.ts'

/** RGBA bytes with alpha multiplied into the colors: the form in which pictures may be averaged. */
export interface Premultiplied {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Weights are whole numbers that sum to this, so that every engine computes the same bytes. */
const WEIGHT_BITS = 14
const WEIGHT_ONE = 1 << WEIGHT_BITS
const HALF = WEIGHT_ONE >> 1

/** Sides longer than this are halved when a picture is prepared; no picture on a slide needs more. */
const LONGEST_SIDE = 2160

/**
 * The form in which hosts keep a decoded picture: alpha multiplied in, and halved until it is no larger than any slide
 * can use, which bounds memory. Takes over the memory of the decoded picture: a second one of 67 MB would be too many.
 */
export function prepareImage(image: PixelImage): Premultiplied {
  let picture = premultiply(image)
  while (Math.max(picture.width, picture.height) > LONGEST_SIDE) {
    const larger = picture
    picture = halve(larger)
    releaseMemory(larger.data)
  }
  return picture
}

function premultiply({ width, height, data }: PixelImage): Premultiplied {
  const result = new Uint8Array(data.buffer, data.byteOffset, data.length)
  for (let i = 0; i < result.length; i += 4) {
    const alpha = result[i + 3] as number
    if (alpha === 255) continue
    result[i] = divideBy255((result[i] as number) * alpha)
    result[i + 1] = divideBy255((result[i + 1] as number) * alpha)
    result[i + 2] = divideBy255((result[i + 2] as number) * alpha)
  }
  return { width, height, data: result }
}

/** Half the size, each pixel the mean of four. The last row or column of an odd side is averaged with itself. */
export function halve({ width, height, data }: Premultiplied): Premultiplied {
  const halfWidth = (width + 1) >> 1
  const halfHeight = (height + 1) >> 1
  const result = new Uint8Array(halfWidth * halfHeight * 4)
  let o = 0
  for (let y = 0; y < halfHeight; y++) {
    const upper = 2 * y * width * 4
    const lower = Math.min(2 * y + 1, height - 1) * width * 4
    for (let x = 0; x < halfWidth; x++) {
      const left = 8 * x
      const right = Math.min(2 * x + 1, width - 1) * 4
      for (let c = 0; c < 4; c++) {
        const sum =
          (data[upper + left + c] as number) +
          (data[upper + right + c] as number) +
          (data[lower + left + c] as number) +
          (data[lower + right + c] as number)
        result[o++] = (sum + 2) >> 2
      }
    }
  }
  return { width: halfWidth, height: halfHeight, data: result }
}

interface Taps {
  first: Int32Array
  weights: Int32Array
  count: number
}

/** Catmull-Rom, widened when shrinking: sharp without visible rings. Uses only + - * /, which all engines round alike. */
function kernel(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1
  if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2
  return 0
}

/** A side of a picture in its new size, of which only `from` to `to` is wanted. */
export interface Span {
  size: number
  from: number
  to: number
}

/** A whole side in its new size. */
export function fullSpan(size: number): Span {
  return { size, from: 0, to: size }
}

/** For each wanted position the source positions it is made of. Source positions beyond the edge repeat the edge. */
function tapsOf(source: number, target: Span): Taps {
  const step = source / target.size
  const widen = Math.max(1, step)
  const count = Math.ceil(4 * widen) + 1
  const length = target.to - target.from
  const first = new Int32Array(length)
  const weights = new Int32Array(length * count)
  for (let i = 0; i < length; i++) {
    const centre = (target.from + i + 0.5) * step
    const start = Math.ceil(centre - 2 * widen - 0.5)
    const values = Array.from({ length: count }, (_, k) => kernel((start + k + 0.5 - centre) / widen))
    const sum = values.reduce((total, value) => total + value, 0)
    let rest = WEIGHT_ONE
    let largest = 0
    for (const [k, value] of values.entries()) {
      const weight = Math.round((value / sum) * WEIGHT_ONE)
      weights[i * count + k] = weight
      rest -= weight
      if (value > (values[largest] ?? 0)) largest = k
    }
    weights[i * count + largest] = (weights[i * count + largest] as number) + rest
    first[i] = start
  }
  return { first, weights, count }
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value
}

function resizeRows(image: Premultiplied, target: Span): Premultiplied {
  const { first, weights, count } = tapsOf(image.width, target)
  const width = target.to - target.from
  const result = new Uint8Array(width * image.height * 4)
  const last = image.width - 1
  let o = 0
  for (let y = 0; y < image.height; y++) {
    const row = y * image.width * 4
    for (let x = 0; x < width; x++) {
      let r = HALF
      let g = HALF
      let b = HALF
      let a = HALF
      const start = first[x] as number
      for (let k = 0; k < count; k++) {
        const weight = weights[x * count + k] as number
        if (weight === 0) continue
        const at = start + k
        const i = row + 4 * (at < 0 ? 0 : at > last ? last : at)
        r += weight * (image.data[i] as number)
        g += weight * (image.data[i + 1] as number)
        b += weight * (image.data[i + 2] as number)
        a += weight * (image.data[i + 3] as number)
      }
      result[o++] = clampByte(r >> WEIGHT_BITS)
      result[o++] = clampByte(g >> WEIGHT_BITS)
      result[o++] = clampByte(b >> WEIGHT_BITS)
      result[o++] = clampByte(a >> WEIGHT_BITS)
    }
  }
  return { width, height: image.height, data: result }
}

/** Rows of a picture, and how many it has in all. */
interface Band {
  rows: Premultiplied
  from: number
  height: number
}

/** The rows that some rows of a size are made of. */
function bandFor(image: Premultiplied, target: Span): Band {
  const { first, count } = tapsOf(image.height, target)
  const from = Math.min(image.height - 1, Math.max(0, first[0] ?? 0))
  const to = Math.max(from + 1, Math.min(image.height, (first.at(-1) ?? 0) + count))
  const data = image.data.subarray(from * image.width * 4, to * image.width * 4)
  return { rows: { width: image.width, height: to - from, data }, from, height: image.height }
}

/** Columns are resized row by row of the target, which reads memory in order. */
function resizeColumns({ rows: image, from, height: whole }: Band, target: Span): Premultiplied {
  const { first, weights, count } = tapsOf(whole, target)
  const height = target.to - target.from
  const stride = image.width * 4
  const result = new Uint8Array(stride * height)
  const sums = new Int32Array(stride)
  const last = whole - 1
  for (let y = 0; y < height; y++) {
    sums.fill(HALF)
    const start = first[y] as number
    for (let k = 0; k < count; k++) {
      const weight = weights[y * count + k] as number
      if (weight === 0) continue
      const at = start + k
      const row = stride * ((at < 0 ? 0 : at > last ? last : at) - from)
      for (let i = 0; i < stride; i++) sums[i] = (sums[i] as number) + weight * (image.data[row + i] as number)
    }
    for (let i = 0; i < stride; i++) result[y * stride + i] = clampByte((sums[i] as number) >> WEIGHT_BITS)
  }
  return { width: image.width, height, data: result }
}

/** Sharpening can push a color above its alpha, which no premultiplied pixel may have. */
function limitToAlpha({ data }: Premultiplied): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number
    for (let c = 0; c < 3; c++) if ((data[i + c] as number) > alpha) data[i + c] = alpha
  }
}

/** The picture in another size, or the part of it that is wanted. */
export function resizePremultiplied(image: Premultiplied, columns: Span, rows: Span): Premultiplied {
  const whole = columns.from === 0 && columns.to === columns.size && rows.from === 0 && rows.to === rows.size
  if (whole && image.width === columns.size && image.height === rows.size) return image
  const band = bandFor(image, rows)
  const resized = resizeColumns({ ...band, rows: resizeRows(band.rows, columns) }, rows)
  limitToAlpha(resized)
  return resized
}

/**
 * Some rows of the picture in a larger size, whole in width. Rows first, the other way round than above: then a band of a picture takes
 * the memory of that band only.
 */
export function enlargedRows(image: Premultiplied, width: number, rows: Span): Premultiplied {
  const enlarged = resizeRows(resizeColumns(bandFor(image, rows), rows), fullSpan(width))
  limitToAlpha(enlarged)
  return enlarged
}

interface Pyramid {
  /** The picture halved once, twice, ... */
  levels: Premultiplied[]
  sizes: Map<string, Premultiplied>
}

const pyramids = new WeakMap<Premultiplied, Pyramid>()
const SIZES_KEPT = 4

function pyramidOf(picture: Premultiplied): Pyramid {
  let pyramid = pyramids.get(picture)
  if (!pyramid) {
    pyramid = { levels: [], sizes: new Map() }
    pyramids.set(picture, pyramid)
  }
  return pyramid
}

/** The picture in a size of whole pixels, made from the smallest of its halved versions that is not smaller. */
export function resizePart(picture: Premultiplied, columns: Span, rows: Span): Premultiplied {
  const { levels } = pyramidOf(picture)
  let level = picture
  for (let index = 0; level.width >= 2 * columns.size && level.height >= 2 * rows.size; index++) {
    level = levels[index] ??= halve(level)
  }
  return resizePremultiplied(level, columns, rows)
}

/** The same, with the last few sizes of each picture remembered. */
export function resizeImage(picture: Premultiplied, columns: Span, rows: Span): Premultiplied {
  const { sizes } = pyramidOf(picture)
  const key = `${columns.size}:${columns.from}-${columns.to} ${rows.size}:${rows.from}-${rows.to}`
  const known = sizes.get(key)
  if (known) return known
  const resized = resizePart(picture, columns, rows)
  if (sizes.size >= SIZES_KEPT) sizes.clear()
  sizes.set(key, resized)
  return resized
}
