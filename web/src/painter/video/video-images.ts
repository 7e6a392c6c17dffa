import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { requireFonts } from '@ninesixteen/shared/scene/scene'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { drawPixels } from '@ninesixteen/shared/scene/slide-pixels'
import { slideSize } from '@ninesixteen/shared/slide/formats'
import type { Size } from '@ninesixteen/shared/slide/formats'
import { i420Size, toI420 } from '@ninesixteen/shared/video/h264/i420'
import { contextOf, createSurface } from '../surface.ts'
import { createVideoLoader } from './load-video-module.ts'
import type { VideoSlides } from './load-video-module.ts'

/** The frames of a video in the encoder's pixel formats. Request them in order. */
export interface VideoImages {
  /** A frame in I420. The bytes stay valid until the frame after the next is requested. */
  planes(index: number): Promise<Uint8Array>
  /** A frame in RGBA. The bytes stay valid until the next request. */
  pixels(index: number): Promise<PixelImage>
  /** Releases images loaded ahead. */
  close(): void
}

interface Place {
  /** Index of the frame with these bytes. */
  index: number
  bytes: Uint8Array
}

/** Buffers reused for each frame: allocating 8 MB takes as long as decoding a photo. */
function createDesk({ width, height }: Size) {
  const context = contextOf(createSurface(width, height))
  const place = (): Place => ({ index: -1, bytes: new Uint8Array(i420Size(width, height)) })
  return { context, layer: context.createImageData(width, height), places: [place(), place()] as const }
}

/** Draws the slides of a video while loading the next one. */
export function createVideoImages(video: VideoSlides): VideoImages {
  const loader = createVideoLoader(video)
  const { context, layer, places } = createDesk(slideSize(video.slides[0] ?? {}))
  let [last, before] = places

  async function pixels(index: number): Promise<PixelImage> {
    const { slide, photo, pictures } = await loader.load(index)
    const scene = layoutSlide(slide, video.assets.shaper)
    requireFonts(scene)
    if (!scene.complete) throw new Error(`A part of slide ${index + 1} is missing`)
    drawPixels({ context, layer }, scene, { photo, picture: (path) => pictures.get(path) ?? null })
    return layer
  }

  return {
    pixels,
    async planes(index) {
      const known = [last, before].find((place) => place.index === index)
      if (known) return known.bytes
      toI420(await pixels(index), before.bytes)
      before.index = index
      ;[last, before] = [before, last]
      return last.bytes
    },
    close: loader.close,
  }
}
