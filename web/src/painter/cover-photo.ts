import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { SurfaceContext } from './surface.ts'

/** Decoded by the browser on another thread. */
export function openPhoto(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { colorSpaceConversion: 'none' })
}

/** Covers a canvas of `scale` × 1080 × 1920 with the middle of a photo. Transparent parts become black. */
export function drawCover(context: SurfaceContext, bitmap: ImageBitmap, scale = 1): void {
  const [fullWidth, fullHeight] = [EXPORT_WIDTH * scale, EXPORT_HEIGHT * scale]
  const zoom = Math.max(fullWidth / bitmap.width, fullHeight / bitmap.height)
  const [width, height] = [fullWidth / zoom, fullHeight / zoom]
  const [left, top] = [(bitmap.width - width) / 2, (bitmap.height - height) / 2]
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.fillStyle = '#000000'
  context.fillRect(0, 0, fullWidth, fullHeight)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, width, height, 0, 0, fullWidth, fullHeight)
}
