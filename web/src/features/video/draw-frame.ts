import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../api/file-urls.ts'
import { exportSlides } from '../../painter/export-slides.ts'

/** Pixels of the player's picture: sharp at 256 CSS pixels on a screen of double density, 2 MB each. */
export const FRAME = { width: 540, height: 960 } as const

/** A slide as the export draws it, smaller. Drawn and scaled beside the page, which stays free to play. */
export async function drawFrame(slide: Slide): Promise<ImageBitmap> {
  const [file] = await exportSlides([slide], { resolveUrl: fileUrl, format: 'jpeg', scale: 1 })
  if (!file) throw new Error('The photo was not drawn')
  return createImageBitmap(file.blob, { resizeWidth: FRAME.width, resizeHeight: FRAME.height, resizeQuality: 'high' })
}
