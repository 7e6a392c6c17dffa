import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import sharp from 'sharp'

/** A stored picture as RGBA. Stored pictures are sRGB, upright and without metadata, so nothing is converted here. */
export async function decodePicture(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
