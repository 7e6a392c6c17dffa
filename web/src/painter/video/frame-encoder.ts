import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { VIDEO_COLOURS } from '@ninesixteen/shared/video/mp4-header'
import { FRAMES_PER_PHOTO, VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { detailOf, VideoFailure } from './video-messages.ts'

/** Bits a second. Above 12 million the encoders of Chromium and Firefox give a photo no more than they give it now. */
export const VIDEO_BITRATE = 12_000_000
/** H.264 Baseline, level 4.2: without arithmetic coding and B pictures. */
export const VIDEO_CODEC = 'avc1.42002a'
/** Pictures that wait for the encoder before the next one is drawn. */
const QUEUE = 2

const MICROSECONDS = 1_000_000

/** The time of a frame, in microseconds. */
function timeOf(frame: number): number {
  return Math.round((frame * MICROSECONDS) / VIDEO_FPS)
}

/** What an encoder ended with: H.264 that was only promised, or anything else. */
export function encoderFailure(cause: unknown): VideoFailure {
  const isUnknown = cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'NotSupportedError')
  return new VideoFailure({ kind: isUnknown ? 'no-h264' : 'recording', detail: detailOf(cause) }, { cause })
}

interface Encoding {
  frame: number
  isKey: boolean
}

/** The browser's H.264 encoder, asked for Baseline in a byte stream. Where the stream's headers are written by us, that is the simplest. */
export class FrameEncoder {
  readonly #encoder: VideoEncoder
  /** Called with each encoded picture, in the order in which they were given. */
  readonly #takers: ((bytes: Uint8Array) => void)[] = []
  #failure: unknown = null
  #wake: () => void = () => undefined

  constructor() {
    if (typeof VideoEncoder === 'undefined') throw new VideoFailure({ kind: 'no-encoder' })
    this.#encoder = new VideoEncoder({
      output: (chunk) => this.#take(chunk),
      error: (error) => this.#fail(error),
    })
    this.#encoder.addEventListener('dequeue', () => this.#wake())
    try {
      this.#encoder.configure({
        codec: VIDEO_CODEC,
        width: EXPORT_WIDTH,
        height: EXPORT_HEIGHT,
        bitrate: VIDEO_BITRATE,
        // One picture a photo is encoded: told so, the encoder gives each its whole share.
        framerate: VIDEO_FPS / FRAMES_PER_PHOTO,
        latencyMode: 'quality',
        // Some browsers' avcC is damaged; ours is made of the parameter sets in the stream.
        avc: { format: 'annexb' },
      })
    } catch (cause) {
      throw encoderFailure(cause)
    }
  }

  /** Gives a picture to the encoder, after waiting for its turn. `take` gets it encoded; what that throws ends the encoding. */
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
      codedWidth: EXPORT_WIDTH,
      codedHeight: EXPORT_HEIGHT,
      timestamp: timeOf(frame),
      duration: timeOf(frame + 1) - timeOf(frame),
      colorSpace: VIDEO_COLOURS,
    })
    try {
      this.#encoder.encode(picture, { keyFrame: isKey })
    } catch (cause) {
      this.#fail(cause)
      throw this.#reason()
    } finally {
      picture.close()
    }
  }

  /** Waits for the last picture. */
  async finish(): Promise<void> {
    try {
      await this.#encoder.flush()
    } catch (cause) {
      this.#fail(cause)
    }
    if (this.#failure) throw this.#reason()
    if (this.#takers.length > 0) throw new VideoFailure({ kind: 'stream', detail: `${this.#takers.length} pictures were dropped` })
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close()
  }

  #take(chunk: EncodedVideoChunk): void {
    const bytes = new Uint8Array(chunk.byteLength)
    chunk.copyTo(bytes)
    try {
      this.#takers.shift()?.(bytes)
    } catch (cause) {
      this.#fail(cause)
    }
  }

  #fail(cause: unknown): void {
    this.#failure ??= cause
    this.#wake()
  }

  #reason(): VideoFailure {
    return this.#failure instanceof VideoFailure ? this.#failure : encoderFailure(this.#failure)
  }
}
