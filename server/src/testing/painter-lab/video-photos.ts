import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { photoPixels } from './pictures.ts'

/** Size of a 12-megapixel phone photo. */
const ORIGINAL = { width: 3024, height: 4032 } as const
const COVER = { width: 1080, height: 1920, fit: 'cover' } as const
/** Hue difference between consecutive photos, in degrees: all 34 differ. */
const HUE_STEP = 10

export type VideoPhotoVariant = 'original' | 'cover'

let base: Sharp | null = null
const cache = new Map<string, Promise<Buffer>>()

async function make(index: number, variant: VideoPhotoVariant): Promise<Buffer> {
  base ??= sharp(photoPixels(916, ORIGINAL.width, ORIGINAL.height), { raw: { ...ORIGINAL, channels: 3 } })
  const tinted = base.clone().modulate({ hue: index * HUE_STEP })
  const sized = variant === 'cover' ? tinted.resize(COVER) : tinted
  return sized.jpeg({ quality: 92, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** Photo `index` of a video, at 12 megapixels or as the server's rendition; generated on first use. */
export function videoPhoto(index: number, variant: VideoPhotoVariant): Promise<Buffer> {
  const key = `${variant} ${index}`
  const known = cache.get(key) ?? make(index, variant)
  cache.set(key, known)
  return known
}
