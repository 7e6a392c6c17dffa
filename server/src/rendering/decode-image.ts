import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import type { Sharp } from 'sharp'
import { LONG_EDGE_MAX } from '../image-decoding/decode-cost.ts'
import { sharp } from '../image-decoding/sharp.ts'

/** A file that isn't a complete, valid image. */
export class UnreadableImage extends Error {
  constructor(cause: unknown) {
    super('Undecodable image', { cause })
    this.name = 'UnreadablePicture'
  }
}

/** Stored images are no larger: we encoded them. */
const STORED_PIXELS_MAX = LONG_EDGE_MAX * LONG_EDGE_MAX

/** A stored image as RGBA in sRGB. Stored images are upright and without metadata. */
export async function decodeImage(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await decode(bytes, (image) => image.ensureAlpha())
  return { width: info.width, height: info.height, data }
}

/** The same without alpha: three bytes per pixel. */
export async function decodePhoto(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await decode(bytes, (photo) => photo.removeAlpha())
  return { width: info.width, height: info.height, data }
}

async function decode(bytes: Uint8Array, form: (image: Sharp) => Sharp) {
  try {
    const image = sharp(bytes, { sequentialRead: true, limitInputPixels: STORED_PIXELS_MAX }).toColorspace('srgb')
    return await form(image).raw().toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw new UnreadableImage(error)
  }
}
