import { UPLOAD_MAX_PIXELS, UPLOAD_MAX_SIDE } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'

/** Facts from a file's header, before any decoding. */
export interface ImageHeader {
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'
  width: number
  height: number
  channels: number
  /** Bytes per sample in memory: 1, or 2 for more than eight bits. */
  sampleBytes: number
  hasAlpha: boolean
  /** Whether the source is lossless, and should stay so. */
  isLossless: boolean
  /** A progressive JPEG, an interlaced PNG or an untiled HEIC, which can only be decoded as a whole. */
  isProgressive: boolean
  /** Must be rotated: rows of the result are columns of the file. */
  isRotated: boolean
  /** For example `4:2:0` with subsampled colors. */
  chroma: string
  /** Number of frames of an animation. */
  pages: number
}

/** Larger images are scaled down to this: twice the size of an exported slide. */
export const LONG_EDGE_MAX = 4096

const MB = 1_000_000
/** Maximum memory for an image next to another one, and for one alone. */
const LIGHT_BYTES = 80 * MB
const HEAVY_BYTES = 240 * MB
/** Rows in memory at a time for a file that is decoded from top to bottom. */
const ROWS_HELD = 2000
const PAGES_MAX = 1000

/**
 * `light` images are decoded two at a time, `heavy` ones alone. Anything larger is rejected, with the limit of its format. The costs are
 * measured (docs/decisions, decoding in processes): they bound memory, which the number of pixels alone doesn't.
 */
export function decodeCost(header: ImageHeader): 'light' | 'heavy' {
  const { width, height, pages } = header
  if (Math.max(width, height) > UPLOAD_MAX_SIDE) throw new AppError('UPLOAD_TOO_LONG', { limit: UPLOAD_MAX_SIDE })
  if (pages > PAGES_MAX) throw new AppError('UPLOAD_TOO_COMPLEX')
  const pixels = width * height
  const most = Math.min(UPLOAD_MAX_PIXELS, pixelsWithin(header))
  if (pixels > most) throw new AppError('UPLOAD_TOO_MANY_PIXELS', { megapixels: Math.floor(most / MB) })
  // One at a time regardless of the declared size: the real cost comes after the header.
  if (header.format === 'avif' || header.format === 'heic') return 'heavy'
  return heldBytes(header) + resultBytes(header) > LIGHT_BYTES ? 'heavy' : 'light'
}

/** The maximum number of pixels of this kind of file. */
function pixelsWithin(header: ImageHeader): number {
  const perPixel = bytesPerPixel(header)
  return perPixel === null ? UPLOAD_MAX_PIXELS : (HEAVY_BYTES - resultBytes(header)) / perPixel
}

/** Bytes in memory per pixel of the whole file; null for formats decoded row by row. */
function bytesPerPixel({ format, channels, sampleBytes, isProgressive, chroma }: ImageHeader): number | null {
  switch (format) {
    case 'avif':
      return sampleBytes > 1 || chroma === '4:4:4' ? 24 : 18
    case 'heic':
      // Tiled images, as from phones, are decoded tile by tile.
      return isProgressive ? 4 * channels * sampleBytes : 1.6 * channels
    case 'webp':
      return 4
    case 'png':
      return isProgressive ? channels * sampleBytes + 1 : null
    case 'jpeg':
      // Two bytes per coefficient.
      return isProgressive ? 1 + 2 * (chroma === '4:2:0' ? channels / 2 : channels) : null
    default:
      throw new TypeError('Unknown image format')
  }
}

function heldBytes(header: ImageHeader): number {
  const { format, width, height, channels, sampleBytes, isRotated } = header
  const perPixel = bytesPerPixel(header)
  if (perPixel !== null) return perPixel * width * height
  if (format === 'jpeg') return (isRotated ? 0.8 : 0.5) * channels * width * height
  return width * channels * sampleBytes * Math.min(height, ROWS_HELD)
}

/** Transparent images are held uncompressed until their alpha is checked; lossless files are hardly smaller than that. */
function resultBytes({ width, height, hasAlpha, isLossless }: ImageHeader): number {
  const perPixel = hasAlpha ? 4 : isLossless ? 3 : 0
  const scale = Math.min(1, LONG_EDGE_MAX / Math.max(width, height))
  return perPixel * scale * scale * width * height
}
