import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { avcDecoderConfig } from '@ninesixteen/shared/video/h264/decoder-config'
import { HeldStream } from '@ninesixteen/shared/video/h264/held-stream'
import type { EncodedFrame } from '@ninesixteen/shared/video/h264/held-stream'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import type { EncodedPart } from './draw-job.ts'

/** HD video's colours, in the range of television: what every player expects of a file that does not say otherwise. */
const COLOURS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

function framesOf(stream: HeldStream, { pictures, frames }: EncodedPart): EncodedFrame[] {
  const [first, ...others] = pictures
  if (!first) throw new Error('A part of the film has no picture')
  const key = stream.key(first)
  return others.length === 0 ? stream.held(key, frames) : [key, ...others.map((picture) => stream.predicted(picture))]
}

/** Where the slice header of a key picture of our encoder has its idr_pic_id: the middle three bits of this byte, after length and NAL header. */
const PICTURE_ID = { byte: 6, mask: 0b0011_1000, one: 0b0001_0000, two: 0b0001_1000 } as const

/**
 * Two key pictures in a row have to differ in idr_pic_id (ITU-T H.264, 7.4.3), and the encoder, begun anew for each, writes 1 every time.
 * 2 is as long in bits, so nothing moves.
 */
function withSecondId({ data, isKey }: EncodedFrame): EncodedFrame {
  const { byte, mask, one, two } = PICTURE_ID
  const before = data[byte] ?? 0
  if ((before & mask) !== one) throw new Error('The encoder numbers its key pictures in another way')
  const changed = data.slice()
  changed[byte] = (before & ~mask) | two
  return { data: changed, isKey }
}

/** Gives every other one of key pictures in a row the second number. */
function numberKeys(frames: readonly EncodedFrame[]): EncodedFrame[] {
  let isSecond = false
  return frames.map((frame, index) => {
    isSecond = frame.isKey && frames[index - 1]?.isKey === true && !isSecond
    return isSecond ? withSecondId(frame) : frame
  })
}

/** Writes an MP4 whose index stands before the pictures: it plays while it still arrives. */
export async function writeMp4(parts: readonly EncodedPart[]): Promise<Uint8Array> {
  const stream = new HeldStream((detail) => new Error(`The video's stream is of another kind: ${detail}`))
  const frames = numberKeys(parts.flatMap((part) => framesOf(stream, part)))
  const { sequenceSet, pictureSet } = stream.sets
  const size = { codedWidth: EXPORT_WIDTH, codedHeight: EXPORT_HEIGHT }
  const decoderConfig = { ...avcDecoderConfig(sequenceSet, pictureSet), ...size, colorSpace: COLOURS }
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const track = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(track, { frameRate: VIDEO_FPS })
  await output.start()
  for (const [index, { data, isKey }] of frames.entries()) {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', index / VIDEO_FPS, 1 / VIDEO_FPS)
    await track.add(packet, index === 0 ? { decoderConfig } : undefined)
  }
  await output.finalize()
  if (!target.buffer) throw new Error('The MP4 was not written')
  return new Uint8Array(target.buffer)
}
