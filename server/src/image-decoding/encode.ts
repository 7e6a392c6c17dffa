import type { Sharp } from 'sharp'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS } from '@ninesixteen/shared/api/media'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { AppError } from '@ninesixteen/shared/errors'
import { sharp } from './sharp.ts'
import type { EncodedImage, DecodeResult, ReencodeJob } from './decode-job.ts'
import { LONG_EDGE_MAX, type ImageHeader } from './decode-cost.ts'

const THUMBNAIL_WIDTH = 300
/** Without optimized Huffman tables, which save 5 % of the bytes but keep the whole image's coefficients in memory. */
const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false }
/** Adaptive filters make a photo a third smaller, and a screenshot a tenth larger. */
const PNG = { compressionLevel: 6, adaptiveFiltering: true }

function decoder(input: Uint8Array | string): Sharp {
  // 'error' also rejects a truncated file, but not one with a harmless oddity.
  return sharp(input, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', sequentialRead: true })
}

/** Whether an image may be transparent, and whether its source is lossless. */
export type ImageTraits = Pick<ImageHeader, 'hasAlpha' | 'isLossless'>

/**
 * Upright according to its metadata, in sRGB, without metadata: nothing of the file itself remains. Lossless or transparent images become
 * PNG; all others JPEG.
 */
export async function encodeImage(input: Uint8Array | string, { hasAlpha, isLossless }: ImageTraits): Promise<EncodedImage> {
  const upright = decoder(input)
    .autoOrient()
    .resize({ width: LONG_EDGE_MAX, height: LONG_EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
  if (!hasAlpha) return encodeOpaque(upright.removeAlpha(), isLossless)
  const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  // Many screenshots have an alpha channel that is fully opaque.
  return isOpaque(data, channels) ? encodeOpaque(pixels.removeAlpha(), isLossless) : pngOf(pixels)
}

/** Lossless only if the result fits the upload limit: slides read their images as a whole. */
async function encodeOpaque(image: Sharp, isLossless: boolean): Promise<EncodedImage> {
  const png = isLossless ? await pngOf(image.clone()) : null
  return png && png.bytes.byteLength <= UPLOAD_MAX_BYTES ? png : jpegOf(image)
}

async function pngOf(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.png(PNG).toBuffer({ resolveWithObject: true })
  return { bytes: withoutDensity(data), width: info.width, height: info.height, extension: 'png', mimeType: 'image/png' }
}

/** Offset after the signature and the first chunk of a PNG, and the length of the optional density chunk. */
const [HEAD_BYTES, DENSITY_BYTES] = [33, 21]

/** Removes the source's pixel density, so that equal pixels are equal bytes. */
function withoutDensity(png: Buffer): Buffer {
  if (png.toString('latin1', HEAD_BYTES + 4, HEAD_BYTES + 8) !== 'pHYs') return png
  return Buffer.concat([png.subarray(0, HEAD_BYTES), png.subarray(HEAD_BYTES + DENSITY_BYTES)])
}

async function jpegOf(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.jpeg(JPEG).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height, extension: 'jpg', mimeType: 'image/jpeg' }
}

function isOpaque(pixels: Uint8Array, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return false
  return true
}

/** 300 px wide (a very tall image is narrower), for lists. */
export function encodeThumbnail(original: Uint8Array): Promise<Buffer> {
  return decoder(original)
    .resize({ width: THUMBNAIL_WIDTH, height: 2 * THUMBNAIL_WIDTH, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/** 1080 x 1920, cropped around the centre and scaled up if needed: the background the painter draws. */
export function encodeCover(original: Uint8Array): Promise<Buffer> {
  return decoder(original)
    .resize({ width: EXPORT_WIDTH, height: EXPORT_HEIGHT, fit: 'cover', position: 'centre' })
    .flatten({ background: '#000000' })
    .jpeg(JPEG)
    .toBuffer()
}

/** The image, and for an upload its thumbnail. */
export async function encodeJob(job: ReencodeJob, input: Uint8Array | string, nature: ImageTraits): Promise<DecodeResult> {
  const image = await encodeImage(input, nature)
  if (job.kind === 'picture') return { kind: 'picture', image }
  return { kind: 'upload', image: { ...image, thumbnail: await encodeThumbnail(image.bytes) } }
}

/** Any error outside the table blames the image. */
export async function withImageErrors(work: () => Promise<DecodeResult>, errorOf: (cause: unknown) => AppError): Promise<DecodeResult> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof AppError ? error : errorOf(error)
    const reason = known.cause instanceof Error ? known.cause.message : known.message
    return { kind: 'refused', code: known.code, details: known.details, reason }
  }
}
