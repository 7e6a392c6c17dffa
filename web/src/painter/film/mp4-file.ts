import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { avcDecoderConfig } from '@ninesixteen/shared/video/h264/decoder-config'
import type { EncodedFilm } from '@ninesixteen/shared/video/h264/held-stream'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import type { VideoSource } from 'mediabunny'
import { VIDEO_COLOURS } from './picture-encoder.ts'

/** Writes an MP4 whose index stands before the pictures: it plays while it still arrives. `fill` adds the frames. */
export async function writeMp4<Source extends VideoSource>(source: Source, fill: (source: Source) => Promise<void>): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.addVideoTrack(source, { frameRate: VIDEO_FPS })
  await output.start()
  await fill(source)
  await output.finalize()
  if (!target.buffer) throw new Error('The MP4 was not written')
  return new Blob([target.buffer], { type: 'video/mp4' })
}

/** The MP4 of an encoded film. */
export function mp4File({ sequenceSet, pictureSet, frames }: EncodedFilm): Promise<Blob> {
  const decoderConfig: VideoDecoderConfig = {
    ...avcDecoderConfig(sequenceSet, pictureSet),
    codedWidth: EXPORT_WIDTH,
    codedHeight: EXPORT_HEIGHT,
    colorSpace: VIDEO_COLOURS,
  }
  return writeMp4(new EncodedVideoPacketSource('avc'), async (source) => {
    for (const [index, { data, isKey }] of frames.entries()) {
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', index / VIDEO_FPS, 1 / VIDEO_FPS)
      await source.add(packet, index === 0 ? { decoderConfig } : undefined)
    }
  })
}
