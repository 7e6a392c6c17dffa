import { drawMotion, motionProgress } from '@ninesixteen/shared/video/motion'
import { i420Size, mixI420 } from '@ninesixteen/shared/video/h264/i420'
import { fadeShare, videoSize } from '@ninesixteen/shared/video/video-spec'
import type { VideoPart, VideoSpec } from '@ninesixteen/shared/video/video-spec'
import type { VideoImages } from './video-images.ts'

/** Draws a frame of a part in I420. The bytes stay valid until the next frame. */
export type DrawFrame = (frame: number) => Uint8Array

/** Draws the parts whose frames differ, in memory that is used again for each frame. */
export function createChangingFrames(video: VideoSpec, pictures: VideoImages) {
  const { width, height } = videoSize(video)
  const planes = (): Uint8Array => new Uint8Array(i420Size(width, height))
  const out = planes()
  /** The slides of a cross-fade at one moment of their motion. */
  const stills = video.motion ? { from: planes(), to: planes() } : null

  async function still(index: number, progress: number, into: Uint8Array | undefined): Promise<Uint8Array> {
    if (!into) return pictures.planes(index)
    drawMotion(await pictures.moving(index), progress, into)
    return into
  }

  return async (part: Exclude<VideoPart, { kind: 'hold' }>): Promise<DrawFrame> => {
    if (part.kind === 'move') {
      const moving = await pictures.moving(part.picture)
      return (frame) => {
        drawMotion(moving, motionProgress(part.from + frame, part.of), out)
        return out
      }
    }
    const start = await still(part.from, 1, stills?.from)
    const end = await still(part.to, 0, stills?.to)
    return (frame) => {
      mixI420({ from: start, to: end, share: fadeShare(frame, part.frames) }, out)
      return out
    }
  }
}
