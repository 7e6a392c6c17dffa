import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Size } from '@ninesixteen/shared/slide/formats'
import { fadeShare } from '@ninesixteen/shared/video/video-spec'
import { i420Size, mixI420, toI420 } from '@ninesixteen/shared/video/h264/i420'
import {
  createMovingSlide,
  drawMotion,
  MOTION_STEP_FRAMES,
  motionProgress,
  motionSlides,
  type MovingSlide,
} from '@ninesixteen/shared/video/motion'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { RenderJob, SlideInput } from './render-job.ts'
import { encodeFrames } from './frame-encoder.ts'
import type { SlidePixels } from './slide-pixels.ts'

/** A frame in I420. */
interface Frame {
  size: Size
  planes: Uint8Array
}

/** Memory for a frame of any format. */
function createPlanes(): Uint8Array {
  const { width, height } = exportSize(MAIN_FORMAT)
  return new Uint8Array(i420Size(width, height))
}

/** Encodes rendered slides for a video in reused memory: a frame takes 3 MB. */
export function createFrameEncoder(paint: (input: SlideInput) => Promise<SlidePixels>) {
  const planes = { from: createPlanes(), to: null as Uint8Array | null, mix: null as Uint8Array | null }

  async function draw(input: SlideInput, out: Uint8Array): Promise<Frame> {
    const pixels = await paint(input)
    const frame = out.subarray(0, i420Size(pixels.width, pixels.height))
    toI420(pixels, frame)
    return { size: { width: pixels.width, height: pixels.height }, planes: frame }
  }

  /** The last moving slide: its runs follow each other. */
  let last: { slide: string; moving: MovingSlide } | null = null

  async function movingOf(input: SlideInput): Promise<MovingSlide> {
    const slide = JSON.stringify(input.slide)
    if (last?.slide !== slide) last = { slide, moving: await drawMoving(input) }
    return last.moving
  }

  async function drawMoving(input: SlideInput): Promise<MovingSlide> {
    const { background, onBlack, onWhite } = motionSlides(input.slide)
    const part = async (slide: Slide) =>
      draw({ ...input, slide, photo: slide.backgroundImage === null ? null : input.photo }, createPlanes())
    const behind = await part(background)
    return createMovingSlide(behind.size, {
      background: behind.planes,
      onBlack: (await part(onBlack)).planes,
      onWhite: (await part(onWhite)).planes,
    })
  }

  /** A slide at one moment of its zoom. */
  async function drawStill(input: SlideInput, out: Uint8Array, progress: number): Promise<Frame> {
    const moving = await movingOf(input)
    const frame = out.subarray(0, moving.background.length)
    drawMotion(moving, progress, frame)
    return { size: moving.size, planes: frame }
  }

  return {
    async keyPicture(input: SlideInput): Promise<Uint8Array[]> {
      const picture = await draw(input, planes.from)
      return encodeFrames(1, picture.size, () => picture.planes)
    },
    async fade({ from, to, frames, motion }: Omit<Extract<RenderJob, { kind: 'fade' }>, 'kind'>): Promise<Uint8Array[]> {
      const still = motion ? drawStill : draw
      const start = await still(from, planes.from, 1)
      const end = await still(to, (planes.to ??= createPlanes()), 0)
      const mix = (planes.mix ??= createPlanes()).subarray(0, start.planes.length)
      return encodeFrames(frames, start.size, (frame) => {
        mixI420({ from: start.planes, to: end.planes, share: fadeShare(frame, frames) }, mix)
        return mix
      })
    },
    async move({ input, frames, from, of }: Omit<Extract<RenderJob, { kind: 'move' }>, 'kind'>): Promise<Uint8Array[]> {
      const moving = await movingOf(input)
      const out = planes.from.subarray(0, moving.background.length)
      return encodeFrames(Math.ceil(frames / MOTION_STEP_FRAMES), moving.size, (index) => {
        drawMotion(moving, motionProgress(from + index * MOTION_STEP_FRAMES, of), out)
        return out
      })
    },
  }
}
