import { UPLOAD_MAX_BYTES } from '@ninesixteen/shared/api/limits'

/** Longest side after decoding, in pixels. */
const LONGEST = 4096
const QUALITY = 0.95
/** Size of the header that lists the file's images. */
const HEAD_BYTES = 64 * 1024
/** An alpha channel, stored as a second image. */
const HAS_ALPHA = /auxiliary:alpha|auxid:1/

/**
 * Converts a HEIC photo to JPEG if the browser can decode it. Otherwise returns the file for the server to decode, as with transparent images,
 * which JPEG cannot hold.
 */
export async function decodeHeic(file: File): Promise<File> {
  if (typeof OffscreenCanvas === 'undefined' || HAS_ALPHA.test(await file.slice(0, HEAD_BYTES).text())) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  try {
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
    const surface = new OffscreenCanvas(Math.round(scale * bitmap.width), Math.round(scale * bitmap.height))
    const context = surface.getContext('2d')
    if (!context) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, surface.width, surface.height)
    const jpeg = await surface.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return jpeg.type === 'image/jpeg' && jpeg.size <= UPLOAD_MAX_BYTES ? new File([jpeg], file.name, { type: jpeg.type }) : file
  } finally {
    bitmap.close()
  }
}
