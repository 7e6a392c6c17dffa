import type { Size } from '../slide/formats.ts'
import { levelsOf } from './adjust.ts'
import { drawBackground } from './background.ts'
import { blendImage } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { paintOutlines } from './paint-outlines.ts'
import type { PaintContext, PixelLayer } from './paint-outlines.ts'
import type { PixelImage } from './pixel-image.ts'
import { releaseMemory } from './release-memory.ts'
import { isEmpty, onSlide, overlaps, union } from './region.ts'
import type { Region } from './region.ts'
import type { Premultiplied } from './resample.ts'
import { runsOfLayers } from './scene.ts'
import type { Scene, SceneImage, SceneOutline } from './scene.ts'

/**
 * A canvas for texts and shapes, at least as large as the slide, and pixels of the slide's size for everything together. Both are used again for each
 * slide.
 */
export interface PixelBuffers<Layer extends PixelLayer> {
  context: PaintContext<Layer> & { getImageData(x: number, y: number, width: number, height: number): PixelLayer }
  layer: PixelLayer
}

export interface SlideImages extends Pick<ImageSource, 'picture'> {
  /** Has three or four bytes per pixel, without alpha, and the size of the slide unless the scene places it. Null paints the backdrop. */
  photo: PixelImage | null
}

/**
 * Draws a scene into the buffers' layer: byte for byte what `paintScene` draws on a canvas, with less memory touched. Only the parts with texts or
 * shapes go through the canvas: reading all of it back costs as much as decoding a photo.
 */
export function drawPixels<Layer extends PixelLayer>(buffers: PixelBuffers<Layer>, scene: Scene, pictures: SlideImages): void {
  drawPhoto(buffers.layer, scene, pictures.photo)
  for (const { images, outlines } of runsOfLayers(scene)) {
    if (outlines) drawOutlines(buffers, outlines)
    else for (const image of images) drawImage(buffers.layer, image, pictures.picture(image.path))
  }
}

/** One step of it: lays an image of the scene over what is drawn. */
export function drawImage(layer: PixelLayer, image: SceneImage, picture: Premultiplied | null): void {
  blendImage({ size: layer, data: layer.data, from: 0, to: layer.height }, image, picture)
}

/** Another step: draws texts and shapes over it. */
export function drawOutlines<Layer extends PixelLayer>({ context, layer }: PixelBuffers<Layer>, outlines: readonly SceneOutline[]): void {
  const regions = outlineRegions(outlines, layer).map((region) => ({
    ...region,
    width: region.right - region.left,
    height: region.bottom - region.top,
  }))
  const parts: PixelLayer[] = []
  for (const region of regions) {
    // Node's canvas copies all of what it is given, whatever part of it is drawn.
    const part = context.createImageData(region.width, region.height)
    for (const { inSlide, own, length } of rowsOf(region, layer)) part.data.set(layer.data.subarray(inSlide, inSlide + length), own)
    context.putImageData(part, region.left, region.top, 0, 0, region.width, region.height)
    parts.push(part)
  }
  paintOutlines(context, outlines, { size: layer, scale: 1 })
  for (const region of regions) {
    const part = context.getImageData(region.left, region.top, region.width, region.height)
    for (const { inSlide, own, length } of rowsOf(region, layer)) layer.data.set(part.data.subarray(own, own + length), inSlide)
    parts.push(part)
  }
  // Not before everything is read back: until then the canvas may still have to draw them.
  for (const { data } of parts) releaseMemory(data)
}

const OPAQUE = 0xff << 24

/**
 * The first step of `drawPixels`, for callers that can't hold all images of a slide at once. Writes a photo with its levels applied, four bytes per
 * step: all supported machines are little-endian.
 */
export function drawPhoto({ data: target }: PixelLayer, scene: Scene, photo: PixelImage | null): void {
  const { width, height, data } = drawBackground(scene, photo)
  const table = levelsOf(scene)
  const pixels = new Int32Array(target.buffer, target.byteOffset, width * height)
  const step = data.length / pixels.length
  for (let pixel = 0, i = 0; pixel < pixels.length; pixel++, i += step) {
    const red = table[data[i] as number] as number
    const green = table[data[i + 1] as number] as number
    const blue = table[data[i + 2] as number] as number
    pixels[pixel] = red | (green << 8) | (blue << 16) | OPAQUE
  }
}

/** Rectangles that hold whole texts and shapes each and do not overlap. */
function outlineRegions(outlines: readonly SceneOutline[], size: Size): Region[] {
  const regions: Region[] = []
  for (const { bounds } of outlines) {
    let region = onSlide(bounds, size)
    if (isEmpty(region)) continue
    for (let at = regions.findIndex((other) => overlaps(other, region)); at >= 0;) {
      region = union([region, ...regions.splice(at, 1)])
      at = regions.findIndex((other) => overlaps(other, region))
    }
    regions.push(region)
  }
  return regions
}

/** Rows of a region: where each begins in the slide's pixels and in the region's own, and its length, in bytes. */
function* rowsOf({ left, top, right, bottom }: Region, { width }: Size): Generator<{ inSlide: number; own: number; length: number }> {
  const length = (right - left) * 4
  for (let y = top; y < bottom; y++) yield { inSlide: (y * width + left) * 4, own: (y - top) * length, length }
}
