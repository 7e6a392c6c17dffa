import { EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, NullTarget, Output } from 'mediabunny'
import type { Size } from '../slide/formats.ts'
import { avcDecoderConfig } from './h264/decoder-config.ts'
import { VIDEO_FPS } from './timeline.ts'

/** HD video's colors, in the range of television: what every player expects of a file that does not say otherwise. */
export const VIDEO_COLORS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** An encoded frame, its bytes elsewhere. */
export interface FrameSize {
  bytes: number
  isKey: boolean
}

export interface Mp4Stream {
  /** Pixels of a frame. */
  size: Size
  sequenceSet: Uint8Array
  pictureSet: Uint8Array
  /** In their order, a sixtieth of a second each. */
  frames: readonly FrameSize[]
}

/** Bytes of `mdat` before its content: length and name. */
const BOX_HEADER = 8
const MDAT = [0x6d, 0x64, 0x61, 0x74]
const LONGEST_BOX = 0xffffffff

function mdatHeader(content: number): Uint8Array<ArrayBuffer> {
  if (content + BOX_HEADER > LONGEST_BOX) throw new RangeError('The video is too large for one MP4')
  const header = new Uint8Array(BOX_HEADER)
  new DataView(header.buffer).setUint32(0, content + BOX_HEADER)
  header.set(MDAT, 4)
  return header
}

/**
 * Everything in an MP4 before its frames, the index included, so that it plays while it downloads. The frames follow unchanged, so no process holds
 * a whole video: the library writes its boxes for frames of zeros, and discards the rest.
 */
export async function mp4Header({
  size: { width, height },
  sequenceSet,
  pictureSet,
  frames,
}: Mp4Stream): Promise<Uint8Array<ArrayBuffer>[]> {
  const boxes: Uint8Array<ArrayBuffer>[] = []
  const keep = (box: Uint8Array): void => void boxes.push(new Uint8Array(box))
  const format = new Mp4OutputFormat({ fastStart: 'in-memory', onFtyp: keep, onMoov: keep })
  const output = new Output({ format, target: new NullTarget() })
  const track = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(track, { frameRate: VIDEO_FPS })
  await output.start()
  const size = { codedWidth: width, codedHeight: height }
  const decoderConfig = { ...avcDecoderConfig(sequenceSet, pictureSet), ...size, colorSpace: VIDEO_COLORS }
  const zeros = new Uint8Array(Math.max(0, ...frames.map(({ bytes }) => bytes)))
  for (const [index, { bytes, isKey }] of frames.entries()) {
    const packet = new EncodedPacket(zeros.subarray(0, bytes), isKey ? 'key' : 'delta', index / VIDEO_FPS, 1 / VIDEO_FPS)
    await track.add(packet, index === 0 ? { decoderConfig } : undefined)
  }
  await output.finalize()
  return [...boxes, mdatHeader(frames.reduce((sum, { bytes }) => sum + bytes, 0))]
}
