import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../api/file-urls.ts'
import { exportSlides } from '../../painter/export-slides.ts'

/** Size of a frame in pixels: sharp at 256 CSS pixels on a 2x screen, 2 MB each. */
export const FRAME = { width: 540, height: 960 } as const

/** Renders a slide in an export worker and scales it down, off the main thread. */
export async function drawFrame(slide: Slide): Promise<ImageBitmap> {
  const [file] = await exportSlides([slide], { resolveUrl: fileUrl, format: 'jpeg', scale: 1 })
  if (!file) throw new Error('The frame was not rendered')
  return createImageBitmap(file.blob, { resizeWidth: FRAME.width, resizeHeight: FRAME.height, resizeQuality: 'high' })
}
