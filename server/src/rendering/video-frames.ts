import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { fadeShare } from '@ninesixteen/shared/video/video-spec'
import { i420Size, mixI420, toI420 } from '@ninesixteen/shared/video/h264/i420'
import type { SlideInput } from './render-job.ts'
import { encodeFrames } from './frame-encoder.ts'
import type { SlidePixels } from './slide-pixels.ts'

/** An I420 frame in its own memory. */
function createPlanes(): Uint8Array {
  return new Uint8Array(i420Size(EXPORT_WIDTH, EXPORT_HEIGHT))
}

/** Encodes rendered slides for a video in reused memory: a frame takes 3 MB. */
export function createFrameEncoder(paint: (input: SlideInput) => Promise<SlidePixels>) {
  const planes = { from: createPlanes(), to: null as Uint8Array | null, mix: null as Uint8Array | null }

  async function draw(input: SlideInput, out: Uint8Array): Promise<Uint8Array> {
    toI420({ width: EXPORT_WIDTH, height: EXPORT_HEIGHT, data: await paint(input) }, out)
    return out
  }

  return {
    async keyPicture(input: SlideInput): Promise<Uint8Array[]> {
      const picture = await draw(input, planes.from)
      return encodeFrames(1, () => picture)
    },
    async fade({ from, to, frames }: { from: SlideInput; to: SlideInput; frames: number }): Promise<Uint8Array[]> {
      const start = await draw(from, planes.from)
      const end = await draw(to, (planes.to ??= createPlanes()))
      const mix = (planes.mix ??= createPlanes())
      return encodeFrames(frames, (frame) => {
        mixI420({ from: start, to: end, share: fadeShare(frame, frames) }, mix)
        return mix
      })
    },
  }
}
