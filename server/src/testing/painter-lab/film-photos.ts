import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { photoPixels } from './pictures.ts'

/** Size of a photo of 12 megapixels, as phones take them. */
const ORIGINAL = { width: 3024, height: 4032 } as const
const COVER = { width: 1080, height: 1920, fit: 'cover' } as const
/** Degrees on the wheel of colours from one photo to the next: no two of 34 are alike. */
const HUE_STEP = 10

export type FilmPhotoVariant = 'original' | 'cover'

let base: Sharp | null = null
const made = new Map<string, Promise<Buffer>>()

async function make(index: number, variant: FilmPhotoVariant): Promise<Buffer> {
  base ??= sharp(photoPixels(916, ORIGINAL.width, ORIGINAL.height), { raw: { ...ORIGINAL, channels: 3 } })
  const tinted = base.clone().modulate({ hue: index * HUE_STEP })
  const sized = variant === 'cover' ? tinted.resize(COVER) : tinted
  return sized.jpeg({ quality: 92, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** Photo `index` of a film, of 12 megapixels or as the rendition that the server makes of it. Made when first asked for. */
export function filmPhoto(index: number, variant: FilmPhotoVariant): Promise<Buffer> {
  const key = `${variant} ${index}`
  const known = made.get(key) ?? make(index, variant)
  made.set(key, known)
  return known
}
