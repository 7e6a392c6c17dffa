import { open } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { UPLOAD_MAX_PIXELS } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { pictureFormat, SIGNATURE_BYTES } from './picture-format.ts'
import { createSlots } from './slots.ts'

/** A picture as bytes, or as the path of a file that stays as it is meanwhile. */
export type PictureSource = Uint8Array | { file: string }

export interface EncodedPicture {
  bytes: Uint8Array
  extension: 'jpg' | 'png'
  mimeType: string
  width: number
  height: number
}

/** Longer edges are scaled down to this: twice what an exported slide shows. */
const LONG_EDGE_MAX = 4096
const THUMBNAIL_WIDTH = 300
/**
 * Optimised Huffman tables are left out: they save 5 % of the bytes, and keep the whole picture's coefficients in memory,
 * which for 12 megapixels made the process grow by 150 MB a thread and stay there.
 */
const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false }
/** No picture within the limits takes nearly as long; one made to be slow is given up. */
const DECODE_SECONDS = 30

/** What the picture library calls the decoder of each kind that is taken. */
const DECODERS = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif' } as const

// By default libvips remembers what it has computed, up to 50 MB: no upload is computed twice.
sharp.cache(false)

const slot = createSlots(2)

/**
 * Re-encodes an upload, so that nothing of the file itself is ever served: rotated as its metadata says, in sRGB,
 * without metadata. Throws the UPLOAD_ errors of the table.
 */
export function encodePicture(source: PictureSource): Promise<EncodedPicture> {
  return slot(async () => {
    const input = await acceptedInput(source)
    try {
      return await reencode(input)
    } catch (error) {
      throw new AppError('UPLOAD_NOT_IMAGE', {}, { cause: error })
    }
  })
}

/** 300 px wide (a very tall picture narrower), for lists. */
export function encodeThumbnail(original: Uint8Array): Promise<Buffer> {
  return slot(() =>
    decoder(original)
      .resize({ width: THUMBNAIL_WIDTH, height: 2 * THUMBNAIL_WIDTH, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  )
}

/** 1080 x 1920, cut to fill around the centre and scaled up where needed: what the painter draws behind a slide. */
export function encodeCover(original: Uint8Array): Promise<Buffer> {
  return slot(() =>
    decoder(original)
      .resize({ width: EXPORT_WIDTH, height: EXPORT_HEIGHT, fit: 'cover', position: 'centre' })
      .flatten({ background: '#000000' })
      .jpeg(JPEG)
      .toBuffer(),
  )
}

function decoder(input: Uint8Array | string): Sharp {
  // 'error' also refuses a file that is cut off, yet not one with a harmless oddity.
  return sharp(input, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({ seconds: DECODE_SECONDS })
}

/** Looks at signature and header only; what passes may be decoded. */
async function acceptedInput(source: PictureSource): Promise<Uint8Array | string> {
  const input = source instanceof Uint8Array ? source : source.file
  const format = pictureFormat(typeof input === 'string' ? await headOf(input) : input)
  if (format === 'gif') throw new AppError('UPLOAD_GIF')
  if (format === 'heic') throw new AppError('UPLOAD_HEIC')
  if (format === null) throw new AppError('UPLOAD_NOT_IMAGE')
  const header = await readHeader(input)
  // The library chooses its decoder by looks of its own: one that reads scripts or other files must never be the one.
  if (header.format !== DECODERS[format]) throw new AppError('UPLOAD_NOT_IMAGE')
  if (header.width * header.height > UPLOAD_MAX_PIXELS) {
    throw new AppError('UPLOAD_TOO_MANY_PIXELS', { megapixels: UPLOAD_MAX_PIXELS / 1_000_000 })
  }
  return input
}

async function readHeader(input: Uint8Array | string) {
  try {
    return await sharp(input, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw new AppError('UPLOAD_NOT_IMAGE', {}, { cause: error })
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function reencode(input: Uint8Array | string): Promise<EncodedPicture> {
  const { hasAlpha } = await decoder(input).metadata()
  // Many screenshots carry an alpha channel that says nothing: as photographs they take a fraction of the room.
  const isSeeThrough = hasAlpha && !(await decoder(input).stats()).isOpaque
  const upright = decoder(input)
    .autoOrient()
    .resize({ width: LONG_EDGE_MAX, height: LONG_EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const encoded = isSeeThrough ? upright.png({ compressionLevel: 8 }) : upright.removeAlpha().jpeg(JPEG)
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  const form = isSeeThrough
    ? ({ extension: 'png', mimeType: 'image/png' } as const)
    : ({ extension: 'jpg', mimeType: 'image/jpeg' } as const)
  return { ...form, bytes: data, width: info.width, height: info.height }
}
