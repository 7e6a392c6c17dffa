import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { requireFonts } from '@ninesixteen/shared/scene/scene'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { drawPixels } from '@ninesixteen/shared/scene/slide-pixels'
import { slideSize } from '@ninesixteen/shared/slide/formats'
import type { Size } from '@ninesixteen/shared/slide/formats'
import { i420Size, toI420 } from '@ninesixteen/shared/video/h264/i420'
import { contextOf, createSurface } from '../surface.ts'
import { createMovingSlide, motionSlides } from '@ninesixteen/shared/video/motion'
import type { MovingSlide } from '@ninesixteen/shared/video/motion'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createVideoLoader } from './load-video-module.ts'
import type { Loaded, VideoSlides } from './load-video-module.ts'

/** The frames of a video in the encoder's pixel formats. Request them in order. */
export interface VideoImages {
  /** A frame in I420. The bytes stay valid until the frame after the next is requested. */
  planes(index: number): Promise<Uint8Array>
  /** A frame in RGBA. The bytes stay valid until the next request. */
  pixels(index: number): Promise<PixelImage>
  /** A slide whose background moves. It stays valid. */
  moving(index: number): Promise<MovingSlide>
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

  /** The moving slides of a cross-fade. */
  const moving = new Map<number, MovingSlide>()

  function draw(slide: Slide, { photo, pictures }: Pick<Loaded, 'photo' | 'pictures'>, index: number): PixelImage {
    const scene = layoutSlide(slide, video.assets.shaper)
    requireFonts(scene)
    if (!scene.complete) throw new Error(`A part of slide ${index + 1} is missing`)
    drawPixels({ context, layer }, scene, { photo, picture: (path) => pictures.get(path) ?? null })
    return layer
  }

  async function pixels(index: number): Promise<PixelImage> {
    const loaded = await loader.load(index)
    return draw(loaded.slide, loaded, index)
  }

  async function drawMoving(index: number): Promise<MovingSlide> {
    const loaded = await loader.load(index)
    const { background, onBlack, onWhite } = motionSlides(loaded.slide)
    const part = (slide: Slide): Uint8Array => {
      const planes = new Uint8Array(i420Size(layer.width, layer.height))
      toI420(draw(slide, { ...loaded, photo: slide.backgroundImage === null ? null : loaded.photo }, index), planes)
      return planes
    }
    return createMovingSlide(layer, { background: part(background), onBlack: part(onBlack), onWhite: part(onWhite) })
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
    async moving(index) {
      const slide = moving.get(index) ?? (await drawMoving(index))
      for (const other of moving.keys()) if (other < index - 1) moving.delete(other)
      moving.set(index, slide)
      return slide
    },
    close: loader.close,
  }
}
