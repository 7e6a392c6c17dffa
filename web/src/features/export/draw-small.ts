import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../api/file-urls.ts'
import { getPainter } from '../../painter/painter.ts'
import { drawScaled, fitToScreen } from '../../painter/scaled-canvas.ts'
import { createSurface } from '../../painter/surface.ts'

/** Shows a finished slide small. What it cannot draw stays empty: the file itself is made elsewhere. */
export async function drawSmall(canvas: HTMLCanvasElement, slide: Slide): Promise<void> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  const surface = createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(surface, slide)
  fitToScreen(canvas, { width: canvas.clientWidth, height: canvas.clientHeight })
  drawScaled(canvas, surface)
}
