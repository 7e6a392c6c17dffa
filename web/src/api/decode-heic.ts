import { UPLOAD_MAX_BYTES } from '@ninesixteen/shared/api/limits'

/** The longest side that is kept of a photo, in pixels. */
const LONGEST = 4096
const QUALITY = 0.95
/** Where a file says what stands in it. */
const HEAD_BYTES = 64 * 1024
/** A second picture in the file that says where the first may be seen through. */
const SEE_THROUGH = /auxiliary:alpha|auxid:1/

/**
 * An iPhone's photo as JPEG where the browser can decode it; else the file as it is, which the server decodes. What may be seen through is
 * left to the server too: a JPEG would fill it.
 */
export async function decodeHeic(file: File): Promise<File> {
  if (typeof OffscreenCanvas === 'undefined' || SEE_THROUGH.test(await file.slice(0, HEAD_BYTES).text())) return file
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
