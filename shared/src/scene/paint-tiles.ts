import { applyLevels, levelsOf } from './adjust.ts'
import { blendLowest, composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { paintLayers } from './paint.ts'
import type { PaintContext, PixelLayer } from './paint-outlines.ts'
import { wholeSlide } from './region.ts'
import type { Scene } from './scene.ts'

/** Rows that are composed at once in a large slide: the whole of it would take 33 MB beside the canvas at double size. */
const BAND = 256

export interface LargeSlide {
  pictures: ImageSource
  scale: number
  /** Covers the canvas with the slide's photo, its levels as they are in the file. Left out, the scene's own background is enlarged. */
  drawPhoto?: (() => void) | undefined
}

/** Draws a scene on a canvas `scale` times as large in both directions: outlines, boxes and pictures as sharp as that canvas. */
export function paintLarge<Layer extends PixelLayer>(
  context: PaintContext<Layer> & { getImageData(x: number, y: number, width: number, height: number): Layer },
  scene: Scene,
  { pictures, scale, drawPhoto }: LargeSlide,
): void {
  const { size } = scene
  const [width, height] = [size.width * scale, size.height * scale]
  const levels = levelsOf(scene)
  const empty = drawPhoto ? null : context.createImageData(width, BAND)
  drawPhoto?.()
  for (let from = 0; from < height; from += BAND) {
    const to = Math.min(height, from + BAND)
    const layer = empty ?? context.getImageData(0, from, width, to - from)
    const rows = { size, data: layer.data, from, to, start: from, scale }
    if (empty) composePixels(scene, pictures, rows)
    else {
      applyLevels(layer, levels, layer.data)
      blendLowest(scene, pictures, rows)
    }
    context.putImageData(layer, 0, from, 0, 0, width, to - from)
  }
  paintLayers(context, scene, { pictures, region: wholeSlide(size), scale })
}
