import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { prepareImage } from '@ninesixteen/shared/scene/resample'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import { contextOf, createSurface } from './surface.ts'
import type { Surface } from './surface.ts'

/** One canvas for all photos of slide size: new ones would hold 8 MB each until garbage collection. */
let photoSurface: Surface | null = null

function surfaceFor({ width, height }: { width: number; height: number }): Surface {
  if (width !== EXPORT_WIDTH || height !== EXPORT_HEIGHT) return createSurface(width, height)
  photoSurface ??= createSurface(width, height)
  return photoSurface
}

/** Decodes an image file without color conversion or premultiplied alpha. */
export async function decodeImage(blob: Blob): Promise<PixelImage> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' })
  try {
    const context = contextOf(surfaceFor(bitmap))
    context.clearRect(0, 0, bitmap.width, bitmap.height)
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

/** Null if the file does not exist. Throws on network errors and expired URLs. */
export async function fetchStoredFile(url: string | null): Promise<Blob | null> {
  if (url === null) return null
  const response = await fetch(url)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`A file could not be loaded: ${response.status}`)
  return response.blob()
}

/** Scaled for a slide's photo, or prepared for a box: `preparePicture`. */
export type ImageForm = 'photo' | 'prepared'

/** Pixels of an image. Unlike `ImageData`, it can be transferred to another thread without a copy. */
export interface ReadPixels {
  width: number
  height: number
  data: Uint8Array<ArrayBuffer>
}

/** A file's pixels, ready to paint; null if the file does not exist. */
export type ReadImage = (url: string, form: ImageForm) => Promise<ReadPixels | null>

/** Fetches and decodes on this thread. */
export async function readImage(url: string, form: ImageForm): Promise<ReadPixels | null> {
  const file = await fetchStoredFile(url)
  if (!file) return null
  const image = await decodeImage(file)
  const { width, height, data } = form === 'photo' ? image : prepareImage(image)
  return { width, height, data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength) }
}
