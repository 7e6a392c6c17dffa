import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Size } from '@ninesixteen/shared/slide/formats'
import { PHOTO_FOCUS } from '@ninesixteen/shared/slide/limits'
import type { SurfaceContext } from './surface.ts'

/** Decoded by the browser on another thread. */
export function openPhoto(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { colorSpaceConversion: 'none' })
}

interface Cover {
  /** Pixels of the slide. */
  size: Size
  /** How many times larger the canvas is. */
  scale: number
  /** Share of the cover's height that a format keeps in its middle. */
  focus: number
}

const MAIN_SIZE = exportSize(MAIN_FORMAT)

/** Covers a canvas with the middle of a photo, cut at its focus where the format is not the main one. Transparent parts become black. */
export function drawCover(
  context: SurfaceContext,
  bitmap: ImageBitmap,
  cover: Cover = { size: MAIN_SIZE, scale: 1, focus: PHOTO_FOCUS },
): void {
  const { size, scale, focus } = cover
  const [fullWidth, fullHeight] = [size.width * scale, size.height * scale]
  const zoom = Math.max(MAIN_SIZE.width / bitmap.width, MAIN_SIZE.height / bitmap.height)
  const [width, height, whole] = [size.width / zoom, size.height / zoom, MAIN_SIZE.height / zoom]
  const left = (bitmap.width - width) / 2
  const top = (bitmap.height - whole) / 2 + Math.min(whole - height, Math.max(0, focus * whole - height / 2))
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.fillStyle = '#000000'
  context.fillRect(0, 0, fullWidth, fullHeight)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, width, height, 0, 0, fullWidth, fullHeight)
}
