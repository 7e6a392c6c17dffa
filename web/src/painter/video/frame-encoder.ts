import type { Size } from '@ninesixteen/shared/slide/formats'
import { VIDEO_COLORS } from '@ninesixteen/shared/video/mp4-header'
import { FRAMES_PER_PHOTO, VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { detailOf, VideoFailure } from './video-messages.ts'

/** Bits per second. Above 12 million, Chromium and Firefox do not encode photos any better. */
export const VIDEO_BITRATE = 12_000_000
/** H.264 Baseline, level 4.2: without arithmetic coding and B frames. */
export const VIDEO_CODEC = 'avc1.42002a'
/** Frames queued in the encoder before the next one is drawn. */
const QUEUE = 2

const MICROSECONDS = 1_000_000

/** Timestamp of a frame, in microseconds. */
function timeOf(frame: number): number {
  return Math.round((frame * MICROSECONDS) / VIDEO_FPS)
}

/** The encoder's error: H.264 that the browser claimed to support, or anything else. */
export function encoderFailure(error: unknown): VideoFailure {
  const isUnknown = error instanceof TypeError || (error instanceof DOMException && error.name === 'NotSupportedError')
  return new VideoFailure({ kind: isUnknown ? 'no-h264' : 'recording', detail: detailOf(error) }, { cause: error })
}

interface Encoding {
  frame: number
  isKey: boolean
}

/** The browser's H.264 encoder, with Baseline as a byte stream, the simplest form for stream headers of our own. */
export class FrameEncoder {
  readonly #encoder: VideoEncoder
  readonly #size: Size
  /** Called with each encoded frame, in order. */
  readonly #takers: ((bytes: Uint8Array) => void)[] = []
  #failure: unknown = null
  #wake: () => void = () => undefined

  /** `size`: pixels of a frame. */
  constructor(size: Size) {
    this.#size = size
    if (typeof VideoEncoder === 'undefined') throw new VideoFailure({ kind: 'no-encoder' })
    this.#encoder = new VideoEncoder({
      output: (chunk) => this.#take(chunk),
      error: (error) => this.#fail(error),
    })
    this.#encoder.addEventListener('dequeue', () => this.#wake())
    try {
      this.#encoder.configure({
        codec: VIDEO_CODEC,
        width: size.width,
        height: size.height,
        bitrate: VIDEO_BITRATE,
        // Only one frame per photo is encoded; at this rate, the encoder gives each its full share of bits.
        framerate: VIDEO_FPS / FRAMES_PER_PHOTO,
        latencyMode: 'quality',
        // Some browsers' avcC is invalid; ours is built from the parameter sets in the stream.
        avc: { format: 'annexb' },
      })
    } catch (thrown) {
      throw encoderFailure(thrown)
    }
  }

  /** Waits for a free slot and encodes a frame. `take` receives the result; an error it throws ends the encoding. */
  async encode(planes: Uint8Array, { frame, isKey }: Encoding, take: (bytes: Uint8Array) => void): Promise<void> {
    while (!this.#failure && this.#encoder.encodeQueueSize > QUEUE) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#failure) throw this.#reason()
    this.#takers.push(take)
    const picture = new VideoFrame(planes, {
      format: 'I420',
      codedWidth: this.#size.width,
      codedHeight: this.#size.height,
      timestamp: timeOf(frame),
      duration: timeOf(frame + 1) - timeOf(frame),
      colorSpace: VIDEO_COLORS,
    })
    try {
      this.#encoder.encode(picture, { keyFrame: isKey })
    } catch (error) {
      this.#fail(error)
      throw this.#reason()
    } finally {
      picture.close()
    }
  }

  /** Waits for the last frame. */
  async finish(): Promise<void> {
    try {
      await this.#encoder.flush()
    } catch (error) {
      this.#fail(error)
    }
    if (this.#failure) throw this.#reason()
    if (this.#takers.length > 0) throw new VideoFailure({ kind: 'stream', detail: `${this.#takers.length} frames were dropped` })
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close()
  }

  #take(chunk: EncodedVideoChunk): void {
    const bytes = new Uint8Array(chunk.byteLength)
    chunk.copyTo(bytes)
    try {
      this.#takers.shift()?.(bytes)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#wake()
  }

  #reason(): VideoFailure {
    return this.#failure instanceof VideoFailure ? this.#failure : encoderFailure(this.#failure)
  }
}
