import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'
import { composePixels } from './compose.ts'
import type { PictureSource } from './compose.ts'
import { paintTexts } from './paint.ts'
import type { PaintContext, PixelLayer } from './paint.ts'
import type { Scene } from './scene.ts'

/** Rows that are composed at once in a large slide: the whole of it would take 33 MB beside the canvas at double size. */
const BAND = 256

/**
 * Draws a scene on a canvas `scale` times as large in both directions: outlines, boxes and pictures as sharp as that canvas, the photo
 * behind them enlarged from the size of the export.
 */
export function paintLarge<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  scene: Scene,
  { pictures, scale }: { pictures: PictureSource; scale: number },
): void {
  const [width, height] = [EXPORT_WIDTH * scale, EXPORT_HEIGHT * scale]
  const layer = context.createImageData(width, BAND)
  for (let from = 0; from < height; from += BAND) {
    const to = Math.min(height, from + BAND)
    composePixels(scene, pictures, { data: layer.data, from, to, start: from, scale })
    context.putImageData(layer, 0, from, 0, 0, width, to - from)
  }
  paintTexts(context, scene.texts, scale)
}
