import { videoParts, videoSize, firstAlike } from '@ninesixteen/shared/video/video-spec'
import type { VideoSpec, VideoPart } from '@ninesixteen/shared/video/video-spec'
import { MOTION_STEP_FRAMES } from '@ninesixteen/shared/video/motion'
import { HeldStream } from '@ninesixteen/shared/video/h264/held-stream'
import type { EncodedFrame } from '@ninesixteen/shared/video/h264/held-stream'
import type { SoundStream } from '@ninesixteen/shared/sound/video-sound'
import type { VideoImages } from './video-images.ts'
import { VideoFailure } from './video-messages.ts'
import { createChangingFrames } from './changing-frames.ts'
import { keepFrames, mp4File } from './mp4-file.ts'
import type { EncodedFrames } from './mp4-file.ts'
import { FrameEncoder } from './frame-encoder.ts'

/** Whether a slide's motion ends with this part. */
export function isLast({ frames, from, of }: Extract<VideoPart, { kind: 'move' }>): boolean {
  return from + frames === of
}

export interface VideoSource {
  video: VideoSpec
  sound: SoundStream | null
  pictures: VideoImages
  /** Called after each encoded frame. */
  onFrame(done: number): void
}

/**
 * An MP4 that encodes each held slide once, as a key frame followed by skipped frames, cross-fades frame by frame, and motion every other frame: 34
 * encoded frames instead of 600. Throws a VideoFailure if the encoder's stream does not allow it.
 */
export async function heldFrameVideo({ video, sound, pictures, onFrame }: VideoSource): Promise<Blob> {
  const parts = videoParts(video)
  const size = videoSize(video)
  const alike = firstAlike(video)
  const encoder = new FrameEncoder(size)
  const stream = new HeldStream((detail) => new VideoFailure({ kind: 'stream', detail }))
  /** By part. The bytes do not stay in memory: 35 slides with cross-fades are 100 MB and more. */
  const partFrames: EncodedFrames[][] = parts.map(() => [])
  const keys = new Map<number, EncodedFrames>()
  let done = 0

  const hold = async (place: number, part: Extract<VideoPart, { kind: 'hold' }>): Promise<void> => {
    const take = (bytes: Uint8Array): void => {
      const key = keepFrames([stream.key(bytes)])
      keys.set(part.picture, key)
      partFrames[place] = [key, keepFrames(stream.repeats(part.frames - 1))]
      onFrame(++done)
    }
    await encoder.encode(await pictures.planes(part.picture), { frame: part.start, isKey: true }, take)
  }
  const drawerOf = createChangingFrames(video, pictures)
  const change = async (place: number, part: Exclude<VideoPart, { kind: 'hold' }>): Promise<void> => {
    const draw = await drawerOf(part)
    const step = part.kind === 'move' ? MOTION_STEP_FRAMES : 1
    const frames: EncodedFrame[] = []
    for (let frame = 0; frame < part.frames; frame += step) {
      // The encoder counts frames from its last key frame. Skipped frames may have followed it, so start with a new key frame.
      const isKey = frame === 0
      const take = (bytes: Uint8Array): void => {
        frames.push(isKey ? stream.key(bytes) : stream.predicted(bytes))
        if (step > 1 && frames.length < part.frames) frames.push(stream.repeat())
        if (frames.length < part.frames) return
        partFrames[place] = [keepFrames(frames)]
        if (part.kind === 'move' && isLast(part)) onFrame(++done)
      }
      await encoder.encode(draw(frame), { frame: part.start + frame, isKey }, take)
    }
  }

  try {
    for (const [place, part] of parts.entries()) {
      if (part.kind !== 'hold') await change(place, part)
      else if (alike[part.picture] === part.picture) await hold(place, part)
    }
    await encoder.finish()
  } finally {
    encoder.close()
  }
  for (const [place, part] of parts.entries()) {
    const key = part.kind === 'hold' ? keys.get(alike[part.picture] ?? -1) : undefined
    if (!key || partFrames[place]?.length !== 0) continue
    partFrames[place] = [key, keepFrames(stream.repeats(part.frames - 1))]
    onFrame(++done)
  }
  return mp4File({ ...stream.sets, size, sound }, partFrames.flat())
}
