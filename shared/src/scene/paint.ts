import { blendImage, composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { imageBounds } from './image-sprite.ts'
import { paintOutlines, regionAt } from './paint-outlines.ts'
import type { CanvasScale, PaintContext, PixelLayer } from './paint-outlines.ts'
import { intersection, isEmpty, overlaps, wholeSlide } from './region.ts'
import type { Region } from './region.ts'
import { runsOfLayers } from './scene.ts'
import type { Scene, SceneImage } from './scene.ts'

/** One layer serves all canvases of a thread: painting is synchronous, and it holds 8 MB. A thread has one kind of canvas. */
let sharedLayer: PixelLayer | null = null

/**
 * Draws a scene on a canvas of its size whose context was made with `willReadFrequently`: that keeps browsers on the
 * rasteriser which Node's canvas shares, so that both give the same bytes.
 */
export function paintScene<Layer extends PixelLayer>(context: PaintContext<Layer>, scene: Scene, pictures: ImageSource): void {
  paintRegion(context, scene, { pictures, region: wholeSlide(scene.size) })
}

/** Draws a part of a scene, on whose edges no text or shape may lie: `changedRegion` gives such parts. */
export function paintRegion<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  scene: Scene,
  { pictures, region }: { pictures: ImageSource; region: Region },
): void {
  const { size } = scene
  const isSize = sharedLayer?.width === size.width && sharedLayer.height === size.height
  const layer = (isSize ? sharedLayer : context.createImageData(size.width, size.height)) as Layer
  sharedLayer = layer
  composePixels(scene, pictures, { size, data: layer.data, from: region.top, to: region.bottom })
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
    if (images) for (const image of images) paintImage(context, image, { ...part, size: scene.size })
    else
      paintOutlines(
        context,
        outlines.filter(({ bounds }) => overlaps(bounds, part.region)),
        { size: scene.size, scale: part.scale },
      )
  }
}

/** Blends an image over what a canvas holds, inside the region. */
function paintImage<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  image: SceneImage,
  { pictures, region, size, scale }: { pictures: ImageSource; region: Region } & CanvasScale,
): void {
  const part = regionAt(intersection(imageBounds(image), region), { size, scale })
  if (isEmpty(part)) return
  const { left, top, right, bottom } = part
  const layer = context.getImageData(left, top, right - left, bottom - top)
  blendImage(
    { size, data: layer.data, from: top, to: bottom, start: top, left, width: right - left, scale },
    image,
    pictures.picture(image.path),
  )
  context.putImageData(layer, left, top, 0, 0, right - left, bottom - top)
}
