import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import type { Sharp } from 'sharp'
import { LONG_EDGE_MAX } from '../image-decoding/decode-cost.ts'
import { sharp } from '../image-decoding/sharp.ts'

/** A file that is no picture, or half of one. */
export class UnreadableImage extends Error {
  constructor(cause: unknown) {
    super('A picture cannot be decoded', { cause })
    this.name = 'UnreadablePicture'
  }
}

/** Stored pictures are no larger: what is decoded here was encoded by us. */
const STORED_PIXELS_MAX = LONG_EDGE_MAX * LONG_EDGE_MAX

/** A stored picture as RGBA. Stored pictures are upright and without metadata; colours other than sRGB become sRGB. */
export async function decodeImage(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await decode(bytes, (picture) => picture.ensureAlpha())
  return { width: info.width, height: info.height, data }
}

/** The same without alpha: three bytes a pixel. */
export async function decodePhoto(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await decode(bytes, (photo) => photo.removeAlpha())
  return { width: info.width, height: info.height, data }
}

async function decode(bytes: Uint8Array, form: (picture: Sharp) => Sharp) {
  try {
    const picture = sharp(bytes, { sequentialRead: true, limitInputPixels: STORED_PIXELS_MAX }).toColourspace('srgb')
    return await form(picture).raw().toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw new UnreadableImage(error)
  }
}
