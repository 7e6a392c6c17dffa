import { HeldStream, type EncodedFrame } from '@ninesixteen/shared/video/h264/held-stream'
import type { Size } from '@ninesixteen/shared/slide/formats'
import type { FrameSize, Mp4Stream } from '@ninesixteen/shared/video/mp4-header'

/** A run of frames as H.264 byte streams with parameter sets. */
export interface EncodedPart {
  /** Either one image held for all frames, or one per frame or for every two frames, beginning with a key frame. */
  frameData: readonly Uint8Array[]
  frames: number
}

/**
 * Position of idr_pic_id in the slice header of our encoder's key frames: the middle three bits of this byte, after length and NAL header.
 */
const PICTURE_ID = { byte: 6, mask: 0b0011_1000, one: 0b0001_0000, two: 0b0001_1000 } as const

/** The frames of a video in file format, appended part by part so that they are never in memory together. */
export class VideoStream {
  readonly #stream = new HeldStream((detail) => new Error(`Unexpected video stream: ${detail}`))
  readonly #numberKeys = keyNumbers()
  readonly #sizes: FrameSize[] = []
  readonly #size: Size

  /** `size`: pixels of a frame. */
  constructor(size: Size) {
    this.#size = size
  }

  /** Converts the frames of the next part, in order. */
  append(part: EncodedPart): Uint8Array {
    const frames = framesOf(this.#stream, part).map(this.#numberKeys)
    for (const { data, isKey } of frames) this.#sizes.push({ bytes: data.length, isKey })
    return joined(frames)
  }

  /** Input of the file header, once all parts are appended. */
  get description(): Mp4Stream {
    return { ...this.#stream.sets, size: this.#size, frames: this.#sizes }
  }
}

function framesOf(stream: HeldStream, { frameData, frames }: EncodedPart): EncodedFrame[] {
  const [first, ...others] = frameData
  if (!first) throw new Error('Video part without an image')
  const key = stream.key(first)
  if (others.length === 0) return [key, ...stream.repeats(frames - 1)]
  if (frameData.length === frames) return [key, ...others.map((picture) => stream.predicted(picture))]
  const pairs = [key, stream.repeat(), ...others.flatMap((picture) => [stream.predicted(picture), stream.repeat()])]
  return pairs.slice(0, frames)
}

/**
 * Consecutive key frames must differ in idr_pic_id (ITU-T H.264, 7.4.3), and the encoder, restarted for each, always writes 1. The code for
 * 2 has the same length, so no bits move.
 */
function withSecondId({ data, isKey }: EncodedFrame): EncodedFrame {
  const { byte, mask, one, two } = PICTURE_ID
  const before = data[byte] ?? 0
  if ((before & mask) !== one) throw new Error('Unexpected idr_pic_id of the encoder')
  const changed = data.slice()
  changed[byte] = (before & ~mask) | two
  return { data: changed, isKey }
}

/** Called per frame: alternates the id of consecutive key frames. */
function keyNumbers(): (frame: EncodedFrame) => EncodedFrame {
  let [wasKey, wasSecond] = [false, false]
  return (frame) => {
    wasSecond = frame.isKey && wasKey && !wasSecond
    wasKey = frame.isKey
    return wasSecond ? withSecondId(frame) : frame
  }
}

function joined(frames: readonly EncodedFrame[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, { data }) => sum + data.length, 0))
  let at = 0
  for (const { data } of frames) {
    bytes.set(data, at)
    at += data.length
  }
  return bytes
}
