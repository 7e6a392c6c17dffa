import sharp, { type Sharp } from 'sharp'
import { UPLOAD_MAX_PIXELS } from '@ninesixteen/shared/api/media'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { EncodedPicture } from './codec-job.ts'
import { LONG_EDGE_MAX } from './picture-cost.ts'

const THUMBNAIL_WIDTH = 300
/** Optimised Huffman tables are left out: they save 5 % of the bytes, and keep the whole picture's coefficients in memory. */
const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false }

function decoder(input: Uint8Array | string): Sharp {
  // 'error' also refuses a file that is cut off, yet not one with a harmless oddity.
  return sharp(input, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', sequentialRead: true })
}

/** Upright as its metadata says, in sRGB, without metadata: nothing of the file itself is kept. */
export async function encodePicture(input: Uint8Array | string, hasAlpha: boolean): Promise<EncodedPicture> {
  const upright = decoder(input)
    .autoOrient()
    .resize({ width: LONG_EDGE_MAX, height: LONG_EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  if (!hasAlpha) return jpegOf(upright.removeAlpha())
  const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  // Many screenshots carry an alpha channel that says nothing: as photographs they take a fraction of the room.
  if (isOpaque(data, channels)) return jpegOf(pixels.removeAlpha())
  const bytes = await pixels.png({ compressionLevel: 6 }).toBuffer()
  return { bytes, width, height, extension: 'png', mimeType: 'image/png' }
}

async function jpegOf(picture: Sharp): Promise<EncodedPicture> {
  const { data, info } = await picture.jpeg(JPEG).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height, extension: 'jpg', mimeType: 'image/jpeg' }
}

function isOpaque(pixels: Uint8Array, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return false
  return true
}

/** 300 px wide (a very tall picture narrower), for lists. */
export function encodeThumbnail(original: Uint8Array): Promise<Buffer> {
  return decoder(original)
    .resize({ width: THUMBNAIL_WIDTH, height: 2 * THUMBNAIL_WIDTH, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/** 1080 x 1920, cut to fill around the centre and scaled up where needed: what the painter draws behind a slide. */
export function encodeCover(original: Uint8Array): Promise<Buffer> {
  return decoder(original)
    .resize({ width: EXPORT_WIDTH, height: EXPORT_HEIGHT, fit: 'cover', position: 'centre' })
    .flatten({ background: '#000000' })
    .jpeg(JPEG)
    .toBuffer()
}
