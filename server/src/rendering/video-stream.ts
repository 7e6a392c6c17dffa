import { HeldStream } from '@ninesixteen/shared/video/h264/held-stream'
import type { EncodedFrame } from '@ninesixteen/shared/video/h264/held-stream'
import type { FrameSize, Mp4Stream } from '@ninesixteen/shared/video/mp4-header'

/** A run of frames of a video. Its pictures are H.264 byte streams with their parameter sets. */
export interface EncodedPart {
  /** One that is held for all frames, or one for each frame, of which the first is a key picture. */
  pictures: readonly Uint8Array[]
  frames: number
}

/** Where the slice header of a key picture of our encoder has its idr_pic_id: the middle three bits of this byte, after length and NAL header. */
const PICTURE_ID = { byte: 6, mask: 0b0011_1000, one: 0b0001_0000, two: 0b0001_1000 } as const

/** The frames of a film as they stand in its file, made part by part: nobody holds all of them. */
export class VideoStream {
  readonly #stream = new HeldStream((detail) => new Error(`The video's stream is of another kind: ${detail}`))
  readonly #numberKeys = keyNumbers()
  readonly #sizes: FrameSize[] = []

  /** The frames of the next part, one after another. */
  append(part: EncodedPart): Uint8Array {
    const frames = framesOf(this.#stream, part).map(this.#numberKeys)
    for (const { data, isKey } of frames) this.#sizes.push({ bytes: data.length, isKey })
    return joined(frames)
  }

  /** What the file's header is made of, once all parts are there. */
  get description(): Mp4Stream {
    return { ...this.#stream.sets, frames: this.#sizes }
  }
}

function framesOf(stream: HeldStream, { pictures, frames }: EncodedPart): EncodedFrame[] {
  const [first, ...others] = pictures
  if (!first) throw new Error('A part of the film has no picture')
  const key = stream.key(first)
  return others.length === 0 ? [key, ...stream.repeats(frames - 1)] : [key, ...others.map((picture) => stream.predicted(picture))]
}

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

/** For each frame in turn: gives every other one of key pictures in a row the second number. */
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
