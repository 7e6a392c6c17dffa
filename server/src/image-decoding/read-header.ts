import { open } from 'node:fs/promises'
import { sharp } from './sharp.ts'
import { AppError } from '@ninesixteen/shared/errors'
import { isLosslessWebp, imageFormat, SIGNATURE_BYTES, type ImageFormat } from './image-format.ts'
import type { ImageHeader } from './decode-cost.ts'

/** The image library's decoder of each supported format. */
const DECODERS = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif' } as const

/** The image format by its signature. Throws the UPLOAD_ errors of the table for an unsupported one. */
export async function formatOf(input: Uint8Array | string): Promise<Exclude<ImageFormat, 'gif'>> {
  const head = await headOf(input)
  if (head.length === 0) throw new AppError('UPLOAD_EMPTY')
  const format = imageFormat(head)
  if (format === 'gif') throw new AppError('UPLOAD_GIF')
  if (format === null) throw new AppError('UPLOAD_NOT_IMAGE')
  return format
}

/** Reads signature and header only. Throws the UPLOAD_ errors of the table. HEIC files have another library: see `heif`. */
export async function readHeader(input: Uint8Array | string): Promise<ImageHeader> {
  const format = await formatOf(input)
  if (format === 'heic') throw new AppError('UPLOAD_HEIC')
  const found = await metadataOf(input)
  // The library detects formats itself: it must never choose a decoder that runs scripts or reads other files.
  if (found.format !== DECODERS[format]) throw new AppError('UPLOAD_NOT_IMAGE')
  return {
    format,
    width: found.width,
    height: found.height,
    channels: found.channels,
    sampleBytes: found.depth === 'uchar' ? 1 : 2,
    hasAlpha: found.hasAlpha,
    isLossless: format === 'png' || (format === 'webp' && isLosslessWebp(await headOf(input))),
    isProgressive: found.isProgressive,
    isRotated: (found.orientation ?? 1) > 1,
    chroma: found.chromaSubsampling ?? '',
    pages: found.pages ?? 1,
  }
}

async function metadataOf(input: Uint8Array | string) {
  try {
    return await sharp(input, { limitInputPixels: false }).metadata()
  } catch (error) {
    // Its signature is one of an image.
    throw new AppError('UPLOAD_DAMAGED', {}, { cause: error })
  }
}

async function headOf(input: Uint8Array | string): Promise<Uint8Array> {
  return typeof input === 'string' ? headOfFile(input) : input.subarray(0, SIGNATURE_BYTES)
}

async function headOfFile(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
