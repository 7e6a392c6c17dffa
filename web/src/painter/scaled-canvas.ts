import { WHOLE_SLIDE } from '@ninesixteen/shared/scene/region'
import type { Region } from '@ninesixteen/shared/scene/region'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'

/**
 * Gives a canvas the pixels it has on the screen, so that the browser shows it as it is: what the browser scales by itself
 * it scales quickly, and thin letters become jagged. True when that changed, and with it emptied, the canvas.
 */
export function fitToScreen(canvas: HTMLCanvasElement, css: { width: number; height: number }): boolean {
  const density = devicePixelRatio || 1
  const width = Math.max(1, Math.min(EXPORT_WIDTH, Math.round(css.width * density)))
  const height = Math.max(1, Math.min(EXPORT_HEIGHT, Math.round(css.height * density)))
  if (canvas.width === width && canvas.height === height) return false
  Object.assign(canvas, { width, height })
  return true
}

/** Draws a picture over the whole canvas; with a region of a slide only what that touches. */
export function drawScaled(canvas: HTMLCanvasElement, picture: HTMLCanvasElement | OffscreenCanvas, region: Region = WHOLE_SLIDE): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const [byX, byY] = [width / EXPORT_WIDTH, height / EXPORT_HEIGHT]
  context.save()
  context.beginPath()
  // Whole pixels, and one more: the picture is smoothed across the region's edges.
  const [left, top] = [Math.floor(region.left * byX) - 1, Math.floor(region.top * byY) - 1]
  context.rect(left, top, Math.ceil(region.right * byX) + 1 - left, Math.ceil(region.bottom * byY) + 1 - top)
  context.clip()
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  context.restore()
}

/** Keeps one canvas a scaled copy of another, also when its place on the page changes its size. */
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
