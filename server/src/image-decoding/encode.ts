import type { Sharp } from 'sharp'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS } from '@ninesixteen/shared/api/media'
import { encodePhotoMap, MAP_PIXELS, photoMap } from '@ninesixteen/shared/photos/photo-map'
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

/** 'error' also rejects a truncated file, but not one with a harmless oddity. */
function decoder(input: Uint8Array | string, failOn: 'error' | 'none' = 'error'): Sharp {
  return sharp(input, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn, sequentialRead: true })
}

/** Whether an image may be transparent, and whether its source is lossless. */
export type ImageTraits = Pick<ImageHeader, 'hasAlpha' | 'isLossless'> & {
  /** Size of the part of a truncated file that can be read, from the top, before it is turned upright. */
  readable?: { width: number; height: number }
}

/**
 * Upright according to its metadata, in sRGB, without metadata: nothing of the file itself remains. Lossless or transparent images become
 * PNG; all others JPEG.
 */
export async function encodeImage(input: Uint8Array | string, { hasAlpha, isLossless, readable }: ImageTraits): Promise<EncodedImage> {
  const source = readable ? decoder(input, 'none').extract({ left: 0, top: 0, ...readable }) : decoder(input)
  const upright = source
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

/** The map of a photo by its thumbnail: the stored one, so that a photo has the same map whenever it is computed. */
export async function mapPhoto(thumbnail: Uint8Array): Promise<string> {
  const { width, height } = await decoder(thumbnail).metadata()
  const pixels = decoder(thumbnail)
    .resize({ ...MAP_PIXELS, fit: 'fill' })
    .flatten({ background: '#000000' })
    .toColorspace('srgb')
  return encodePhotoMap(photoMap({ ...MAP_PIXELS, data: await pixels.raw({ depth: 'uchar' }).toBuffer() }, width / height))
}

/** The image, and for an upload its thumbnail with its map. */
export async function encodeJob(job: ReencodeJob, input: Uint8Array | string, nature: ImageTraits): Promise<DecodeResult> {
  const image = await encodeImage(input, nature)
  if (job.kind === 'picture') return { kind: 'picture', image }
  const thumbnail = await encodeThumbnail(image.bytes)
  return { kind: 'upload', image: { ...image, thumbnail, photoMap: await mapPhoto(thumbnail) } }
}

/** The part of its height that a truncated JPEG needs to be worth taking. */
const READABLE_MIN = 1 / 2
const [SAMPLE_WIDTH, SAMPLE_HEIGHT] = [64, 400]
/** The decoder paints what is missing in this color exactly. */
const MISSING_SAMPLE = 128

/**
 * A damaged file as `encodeJob` encodes it, if it is a JPEG that lacks its end and has most of its rows. Throws UPLOAD_DAMAGED for any
 * other; `cause` is why the file could not be decoded as a whole.
 */
export async function encodeDamaged(
  job: ReencodeJob,
  input: Uint8Array | string,
  { header, cause }: { header: ImageHeader; cause: unknown },
): Promise<DecodeResult> {
  try {
    const share = header.format === 'jpeg' ? await readableShare(input) : 0
    if (share < READABLE_MIN) throw new AppError('UPLOAD_DAMAGED', {}, { cause })
    // The sampled edge of the missing part is inexact: one sample less contains none of it.
    const rows = share === 1 ? header.height : Math.floor((share - 1 / SAMPLE_HEIGHT) * header.height)
    return await encodeJob(job, input, { ...header, readable: { width: header.width, height: rows } })
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('UPLOAD_DAMAGED', {}, { cause })
  }
}

/** The part of a JPEG's height above its missing rows. */
async function readableShare(input: Uint8Array | string): Promise<number> {
  const samples = await decoder(input, 'none')
    .resize({ width: SAMPLE_WIDTH, height: SAMPLE_HEIGHT, fit: 'fill', kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer()
  const end = samples.findLastIndex((sample) => sample !== MISSING_SAMPLE)
  return Math.ceil((end + 1) / SAMPLE_WIDTH) / SAMPLE_HEIGHT
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
