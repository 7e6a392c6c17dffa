import type { FileVariant } from '@ninesixteen/shared/api/media'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { errorFromResponse } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/expected-user.ts'
import { getPainter } from '../../painter/painter.ts'
import { drawScaled, fitToScreen } from '../../painter/scaled-canvas.ts'
import { createSurface, type Surface } from '../../painter/surface.ts'

/** All tiles share one canvas in full size, because each takes 8 MB. */
let exportSurface: Surface | null = null

/** Signed URL of a photo. A plain fetch, because this page has no typed client. */
async function fileUrl(path: string, variant: FileVariant): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ paths: [path], variant })
  const response = await sessionFetch(new Request('/api/v1/files/urls', { method: 'POST', headers, body }))
  // Without a plan, slides are drawn without the user's own photos.
  if (response.status === 403) return null
  if (!response.ok) throw await errorFromResponse(response)
  const [url]: (string | null)[] = await response.json()
  return url ?? null
}

/** Draws a slide with the export's painter, at the canvas's size on the screen. */
export async function drawTile(canvas: HTMLCanvasElement, slide: Slide, signal: AbortSignal): Promise<void> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  if (signal.aborted) return
  exportSurface ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(exportSurface, slide)
  fitToScreen(canvas, { width: canvas.clientWidth, height: canvas.clientHeight })
  drawScaled(canvas, exportSurface)
  canvas.dataset['drawn'] = ''
}
