import { UPLOAD_MAX_PIXELS, UPLOAD_MAX_SIDE } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'

/** What a file says of itself before anything of it is decoded. */
export interface ImageHeader {
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'
  width: number
  height: number
  channels: number
  /** Of a sample in memory: 1, and 2 for what has more than eight bits. */
  sampleBytes: number
  hasAlpha: boolean
  /** Every pixel is as it was: it is kept so. */
  isLossless: boolean
  /** A progressive JPEG, an interlaced PNG or a HEIC of one piece: nothing of it is there before everything is. */
  isProgressive: boolean
  /** Has to be turned: rows of the result are columns of the file. */
  isTurned: boolean
  /** `4:2:0` where a file thins out its colours. */
  chroma: string
  /** Frames of a picture that moves. */
  pages: number
}

/** Longer edges are scaled down to this: twice what an exported slide shows. */
export const LONG_EDGE_MAX = 4096

const MB = 1_000_000
/** Most that a picture may take beside another one, and most that it may take alone. */
const LIGHT_BYTES = 80 * MB
const HEAVY_BYTES = 240 * MB
/** Of a file that is read from top to bottom, about so many rows are held at a time. */
const ROWS_HELD = 2000
const PAGES_MAX = 1000

/**
 * `light` pictures are decoded two at a time, `heavy` ones alone. Whatever would take more is refused, with the limit of its kind. The costs are
 * what was measured (docs/decisions, decoding in processes): with them, and not with the pixels alone, memory is bounded.
 */
export function decodeCost(header: ImageHeader): 'light' | 'heavy' {
  const { width, height, pages } = header
  if (Math.max(width, height) > UPLOAD_MAX_SIDE) throw new AppError('UPLOAD_TOO_LONG', { limit: UPLOAD_MAX_SIDE })
  if (pages > PAGES_MAX) throw new AppError('UPLOAD_TOO_COMPLEX')
  const pixels = width * height
  const most = Math.min(UPLOAD_MAX_PIXELS, pixelsWithin(header))
  if (pixels > most) throw new AppError('UPLOAD_TOO_MANY_PIXELS', { megapixels: Math.floor(most / MB) })
  // One at a time, however small it says it is: what it costs stands behind its header.
  if (header.format === 'avif' || header.format === 'heic') return 'heavy'
  return heldBytes(header) + resultBytes(header) > LIGHT_BYTES ? 'heavy' : 'light'
}

/** How many pixels of this kind of file can be decoded in the memory there is. */
function pixelsWithin(header: ImageHeader): number {
  const perPixel = bytesPerPixel(header)
  return perPixel === null ? UPLOAD_MAX_PIXELS : (HEAVY_BYTES - resultBytes(header)) / perPixel
}

/** Bytes that are held of each pixel of the whole file; null for what is read row by row. */
function bytesPerPixel({ format, channels, sampleBytes, isProgressive, chroma }: ImageHeader): number | null {
  switch (format) {
    case 'avif':
      return sampleBytes > 1 || chroma === '4:4:4' ? 24 : 18
    case 'heic':
      // Of a tiled picture, as phones make them, one tile is decoded at a time.
      return isProgressive ? 4 * channels * sampleBytes : 1.6 * channels
    case 'webp':
      return 4
    case 'png':
      return isProgressive ? channels * sampleBytes + 1 : null
    case 'jpeg':
      // Two bytes a coefficient.
      return isProgressive ? 1 + 2 * (chroma === '4:2:0' ? channels / 2 : channels) : null
    default:
      throw new TypeError('Nobody knows such a format')
  }
}

function heldBytes(header: ImageHeader): number {
  const { format, width, height, channels, sampleBytes, isTurned } = header
  const perPixel = bytesPerPixel(header)
  if (perPixel !== null) return perPixel * width * height
  if (format === 'jpeg') return (isTurned ? 0.8 : 0.5) * channels * width * height
  return width * channels * sampleBytes * Math.min(height, ROWS_HELD)
}

/** What may be seen through is held whole before it is known whether it can be; what is kept without loss is hardly smaller as a file. */
function resultBytes({ width, height, hasAlpha, isLossless }: ImageHeader): number {
  const perPixel = hasAlpha ? 4 : isLossless ? 3 : 0
  const scale = Math.min(1, LONG_EDGE_MAX / Math.max(width, height))
  return perPixel * scale * scale * width * height
}
