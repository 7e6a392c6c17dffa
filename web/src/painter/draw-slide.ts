import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { JPEG_QUALITY } from './export-messages.ts'
import type { ExportFormat } from './export-messages.ts'
import { getPainter } from './painter.ts'
import type { ResolveUrl } from './pictures.ts'
import { blobOf, createSurface } from './surface.ts'

/** One slide as a file, drawn in this thread. */
export async function drawSlide(slide: Slide, options: { resolveUrl: ResolveUrl; format: ExportFormat }): Promise<Blob> {
  const painter = await getPainter()
  await painter.prepare([slide], options)
  const surface = createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  if (!painter.paint(surface, slide).complete) throw new Error('A part of the slide is missing')
  return blobOf(surface, { type: `image/${options.format}`, quality: JPEG_QUALITY })
}
