import { wholeSlide } from '@ninesixteen/shared/scene/region'
import type { Region } from '@ninesixteen/shared/scene/region'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'

/**
 * Gives a canvas its size in device pixels, because the browser's own scaling is fast and makes thin letters jagged. Returns true if this changed,
 * and thereby cleared, the canvas.
 */
export function fitToScreen(canvas: HTMLCanvasElement, css: { width: number; height: number }): boolean {
  const density = devicePixelRatio || 1
  const width = Math.max(1, Math.min(EXPORT_WIDTH, Math.round(css.width * density)))
  const height = Math.max(1, Math.min(EXPORT_HEIGHT, Math.round(css.height * density)))
  if (canvas.width === width && canvas.height === height) return false
  Object.assign(canvas, { width, height })
  return true
}

/** Draws an image over the whole canvas, or only the part that a region of the slide touches. */
export function drawScaled(
  canvas: HTMLCanvasElement,
  picture: HTMLCanvasElement | OffscreenCanvas,
  region: Region = wholeSlide(picture),
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const [byX, byY] = [width / picture.width, height / picture.height]
  context.save()
  context.beginPath()
  // Whole pixels plus one, because scaling smooths across the region's edges.
  const [left, top] = [Math.floor(region.left * byX) - 1, Math.floor(region.top * byY) - 1]
  context.rect(left, top, Math.ceil(region.right * byX) + 1 - left, Math.ceil(region.bottom * byY) + 1 - top)
  context.clip()
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  context.restore()
}

/** Keeps a canvas a scaled copy of another, also when its size on the page changes. */
export function watchScaled(shown: HTMLCanvasElement, painted: HTMLCanvasElement): { update(region: Region): void; stop(): void } {
  const fit = (): boolean => fitToScreen(shown, { width: shown.clientWidth, height: shown.clientHeight })
  const observer = new ResizeObserver(() => {
    if (fit()) drawScaled(shown, painted)
  })
  fit()
  observer.observe(shown)
  return {
    update: (region) => drawScaled(shown, painted, region),
    stop: () => observer.disconnect(),
  }
}
