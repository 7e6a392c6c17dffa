import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from './file-url.ts'
import { getPainter } from '../../painter/painter.ts'
import { drawScaled, fitToScreen } from '../../painter/scaled-canvas.ts'
import { createSurface, type Surface } from '../../painter/surface.ts'

/** One large canvas for all tiles: each would hold 8 MB. */
let large: Surface | null = null

/** Draws a slide at the size at which the canvas is shown, by the painter that exports it. */
export async function drawTile(canvas: HTMLCanvasElement, slide: Slide, signal: AbortSignal): Promise<void> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  if (signal.aborted) return
  large ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(large, slide)
  fitToScreen(canvas, { width: canvas.clientWidth, height: canvas.clientHeight })
  drawScaled(canvas, large)
  canvas.dataset['drawn'] = ''
}
