import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'
import { blendImage, composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { imageBounds } from './image-sprite.ts'
import { paintOutlines, regionAt } from './paint-outlines.ts'
import type { PaintContext, PixelLayer } from './paint-outlines.ts'
import { intersection, isEmpty, overlaps, WHOLE_SLIDE } from './region.ts'
import type { Region } from './region.ts'
import { runsOfLayers } from './scene.ts'
import type { Scene, SceneImage } from './scene.ts'

/** One layer serves all canvases of a thread: painting is synchronous, and it holds 8 MB. A thread has one kind of canvas. */
let sharedLayer: PixelLayer | null = null

/**
 * Draws a scene on a 1080 x 1920 canvas whose context was made with `willReadFrequently`: that keeps browsers on the
 * rasteriser which Node's canvas shares, so that both give the same bytes.
 */
export function paintScene<Layer extends PixelLayer>(context: PaintContext<Layer>, scene: Scene, pictures: ImageSource): void {
  paintRegion(context, scene, { pictures, region: WHOLE_SLIDE })
}

/** Draws a part of a scene, on whose edges no text or shape may lie: `changedRegion` gives such parts. */
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
  paintLayers(context, scene, { pictures, region, scale: 1 })
}

/** Draws the layers over the lowest images, which the canvas holds already. */
export function paintLayers<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  scene: Scene,
  part: { pictures: ImageSource; region: Region; scale: number },
): void {
  const [lowest, ...rest] = runsOfLayers(scene)
  for (const { images, outlines } of lowest?.images ? rest : lowest ? [lowest, ...rest] : []) {
    if (images) for (const image of images) paintImage(context, image, part)
    else
      paintOutlines(
        context,
        outlines.filter(({ bounds }) => overlaps(bounds, part.region)),
        part.scale,
      )
  }
}

/** Blends an image over what a canvas holds, inside the region. */
function paintImage<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  image: SceneImage,
  { pictures, region, scale }: { pictures: ImageSource; region: Region; scale: number },
): void {
  const part = regionAt(intersection(imageBounds(image), region), scale)
  if (isEmpty(part)) return
  const { left, top, right, bottom } = part
  const layer = context.getImageData(left, top, right - left, bottom - top)
  blendImage({ data: layer.data, from: top, to: bottom, start: top, left, width: right - left, scale }, image, pictures.picture(image.path))
  context.putImageData(layer, left, top, 0, 0, right - left, bottom - top)
}
