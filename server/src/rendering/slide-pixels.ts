import { createCanvas, type ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import { needsOriginal } from '@ninesixteen/shared/scene/background'
import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { releaseMemory } from '@ninesixteen/shared/scene/release-memory'
import { prepareImage, type Premultiplied } from '@ninesixteen/shared/scene/resample'
import { runsOfLayers, type SceneImage } from '@ninesixteen/shared/scene/scene'
import { drawImage, drawOutlines, drawPhoto } from '@ninesixteen/shared/scene/slide-pixels'
import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Size } from '@ninesixteen/shared/slide/formats'
import type { AssetShaper } from './asset-files.ts'
import { decodePhoto, decodeImage } from './decode-image.ts'
import type { SlideInput } from './render-job.ts'

/** Opaque RGBA of a slide, in memory that the next one reuses. */
export interface SlidePixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Every format fits into it. */
const LARGEST = exportSize(MAIN_FORMAT)

/** Makes a larger canvas draw what crosses the slide's edges as one of the slide's size does: such outlines are cut before they are filled. */
function clipTo(context: SKRSContext2D, { width, height }: Size): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.beginPath()
  context.rect(0, 0, width, height)
  context.clip()
}

/** Logos and product photos recur on many slides. Each may take 19 MB plus its source file. */
const IMAGES_CACHED = 3

interface CachedImage {
  path: string
  bytes: Uint8Array
  picture: Premultiplied
}

/**
 * Renders slides byte for byte as the browser does, with minimal memory traffic: allocating 8 MB costs as much as decoding a photo. So
 * photo and images are composed in one reused buffer, and only the parts with text go through the canvas.
 */
export function createSlidePainter({ shaper, prepare }: AssetShaper): (input: SlideInput) => Promise<SlidePixels> {
  const context = createCanvas(LARGEST.width, LARGEST.height).getContext('2d')
  const pixels = context.createImageData(LARGEST.width, LARGEST.height).data
  const cache: CachedImage[] = []

  async function preparedImage(path: string, bytes: Uint8Array): Promise<Premultiplied> {
    const known = cache.find((entry) => entry.path === path && Buffer.compare(entry.bytes, bytes) === 0)
    if (known) return known.picture
    const picture = prepareImage(await decodeImage(bytes))
    if (cache.length >= IMAGES_CACHED) cache.shift()
    cache.push({ path, bytes, picture })
    return picture
  }

  /** Sequentially: forty of them would take 750 MB. */
  async function drawImages(layer: SlidePixels, places: readonly SceneImage[], files: SlideInput['images']): Promise<void> {
    for (const place of places) {
      const bytes = files.get(place.path)
      drawImage(layer, place, bytes ? await preparedImage(place.path, bytes) : null)
    }
  }

  return async ({ slide, photo, images, fonts }) => {
    const decode = needsOriginal(slide) ? async (bytes: Uint8Array) => prepareImage(await decodeImage(bytes)) : decodePhoto
    const [decoded] = await Promise.all([photo && decode(photo), prepare([slide], fonts)])
    const scene = layoutSlide(slide, shaper)
    const { width, height } = scene.size
    const layer = { width, height, data: pixels.subarray(0, width * height * 4) }
    drawPhoto(layer, scene, decoded)
    if (decoded) releaseMemory(decoded.data)
    context.save()
    try {
      clipTo(context, scene.size)
      for (const run of runsOfLayers(scene)) {
        if (run.images) await drawImages(layer, run.images, images)
        else drawOutlines<ImageData>({ context, layer }, run.outlines)
      }
    } finally {
      context.restore()
    }
    return layer
  }
}
