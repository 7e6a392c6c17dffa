import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Size } from '@ninesixteen/shared/slide/formats'
import { fadeShare } from '@ninesixteen/shared/video/video-spec'
import { i420Size, mixI420, toI420 } from '@ninesixteen/shared/video/h264/i420'
import type { SlideInput } from './render-job.ts'
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

  return {
    async keyPicture(input: SlideInput): Promise<Uint8Array[]> {
      const picture = await draw(input, planes.from)
      return encodeFrames(1, picture.size, () => picture.planes)
    },
    async fade({ from, to, frames }: { from: SlideInput; to: SlideInput; frames: number }): Promise<Uint8Array[]> {
      const start = await draw(from, planes.from)
      const end = await draw(to, (planes.to ??= createPlanes()))
      const mix = (planes.mix ??= createPlanes()).subarray(0, start.planes.length)
      return encodeFrames(frames, start.size, (frame) => {
        mixI420({ from: start.planes, to: end.planes, share: fadeShare(frame, frames) }, mix)
        return mix
      })
    },
  }
}
