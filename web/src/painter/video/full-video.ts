import type { Size } from '@ninesixteen/shared/slide/formats'
import { videoParts, videoSize } from '@ninesixteen/shared/video/video-spec'
import { VIDEO_COLORS } from '@ninesixteen/shared/video/mp4-header'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { Quality, VideoSample, VideoSampleSource } from 'mediabunny'
import { createChangingFrames } from './changing-frames.ts'
import { detailOf, VideoFailure } from './video-messages.ts'
import { isLast } from './held-frame-video.ts'
import type { VideoSource } from './held-frame-video.ts'
import { writeMp4 } from './mp4-file.ts'
import { encoderFailure, VIDEO_BITRATE, VIDEO_CODEC } from './frame-encoder.ts'

/** A frame of the video, always encoded. */
async function addFrame(source: VideoSampleSource, { planes, size }: { planes: Uint8Array; size: Size }, frame: number): Promise<void> {
  const sample = new VideoSample(planes, {
    format: 'I420',
    codedWidth: size.width,
    codedHeight: size.height,
    timestamp: frame / VIDEO_FPS,
    duration: 1 / VIDEO_FPS,
    colorSpace: VIDEO_COLORS,
  })
  try {
    await source.add(sample)
  } finally {
    sample.close()
  }
}

/** An MP4 with every frame encoded, for encoders whose stream cannot take skipped frames. */
export async function fullVideo({ video, sound, pictures, onFrame }: VideoSource): Promise<Blob> {
  if (typeof VideoEncoder === 'undefined') throw new VideoFailure({ kind: 'no-encoder' })
  let encoded = 0
  const source = new VideoSampleSource({
    codec: 'avc',
    fullCodecString: VIDEO_CODEC,
    quality: new Quality({ bitrate: VIDEO_BITRATE }),
    onEncodedPacket: () => (encoded += 1),
  })
  const size = videoSize(video)
  const drawerOf = createChangingFrames(video, pictures)
  try {
    return await writeMp4(source, sound, async (addSound) => {
      for (const part of videoParts(video)) {
        const held = part.kind === 'hold' ? await pictures.planes(part.picture) : null
        const draw = part.kind === 'hold' ? null : await drawerOf(part)
        for (let frame = 0; frame < part.frames; frame++) {
          const planes = held ?? draw?.(frame)
          if (!planes) throw new RangeError('A part has no frames')
          await addSound((part.start + frame) / VIDEO_FPS)
          await addFrame(source, { planes, size }, part.start + frame)
        }
        if (part.kind === 'hold' || (part.kind === 'move' && isLast(part))) onFrame(part.picture + 1)
      }
    })
  } catch (error) {
    if (error instanceof VideoFailure) throw error
    // The library checks browser support first, and throws its own error.
    if (encoded === 0 && !(error instanceof DOMException))
      throw new VideoFailure({ kind: 'no-h264', detail: detailOf(error) }, { cause: error })
    throw encoderFailure(error)
  }
}
