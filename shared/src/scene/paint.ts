import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'
import { composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { paintTexts } from './paint-text.ts'
import type { PaintContext, PixelLayer } from './paint-text.ts'
import { overlaps, WHOLE_SLIDE } from './region.ts'
import type { Region } from './region.ts'
import type { Scene } from './scene.ts'

/** One layer serves all canvases of a thread: painting is synchronous, and it holds 8 MB. A thread has one kind of canvas. */
let sharedLayer: PixelLayer | null = null

/**
 * Draws a scene on a 1080 x 1920 canvas whose context was made with `willReadFrequently`: that keeps browsers on the
 * rasteriser which Node's canvas shares, so that both give the same bytes.
 */
export function paintScene<Layer extends PixelLayer>(context: PaintContext<Layer>, scene: Scene, pictures: ImageSource): void {
  paintRegion(context, scene, { pictures, region: WHOLE_SLIDE })
}

/** Draws a part of a scene, on whose edges no text may lie: `changedRegion` gives such parts. */
export function paintRegion<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  scene: Scene,
  { pictures, region }: { pictures: ImageSource; region: Region },
): void {
  const layer = (sharedLayer ?? context.createImageData(EXPORT_WIDTH, EXPORT_HEIGHT)) as Layer
  sharedLayer = layer
  composePixels(scene, pictures, { data: layer.data, from: region.top, to: region.bottom })
  const { left, top, right, bottom } = region
  context.putImageData(layer, 0, 0, left, top, right - left, bottom - top)
  const texts = scene.texts.filter((text) => overlaps(text.bounds, region))
  paintTexts(context, texts, 1)
}
