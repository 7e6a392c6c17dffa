import { fork } from 'node:child_process'
import { AppError } from '@ninesixteen/shared/errors'
import type { QueuedTask } from '../fair-queue/fair-queue.ts'
import { processWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool, WorkerLost } from '../worker-pool/worker-pool.ts'
import type { DecodeResult, DecodeJob, DecodeReply, EncodedImage, EncodedUpload, ImageSource, ReencodeJob } from './decode-job.ts'

export type { EncodedImage as EncodedPicture, EncodedUpload, ImageSource as PictureSource } from './decode-job.ts'

/** The image's owner, and how long the caller waits. */
export type DecodeCaller = Pick<QueuedTask, 'userId' | 'signal'>

/** Decodes and encodes images in separate processes, with a fair queue. Throws the UPLOAD_ errors of the table. */
export interface ImageDecoder {
  /** Re-encodes an image, so that nothing of the original file is ever served. */
  encodeImage(source: ImageSource, turn: DecodeCaller): Promise<EncodedImage>
  /** The same with a thumbnail and a map. */
  encodeUpload(source: ImageSource, turn: DecodeCaller): Promise<EncodedUpload>
  /** A rendition of a stored image. */
  encodeRendition(kind: 'thumbnail' | 'cover', original: Uint8Array, turn: DecodeCaller): Promise<Uint8Array>
  /** The map of a thumbnail, as `encodePhotoMap` writes it. */
  mapPhoto(thumbnail: Uint8Array, turn: DecodeCaller): Promise<string>
  /** Throws RATE_LIMITED or BUSY if an image of this user would be rejected now. */
  requireCapacity(userId: string): void
  /** Stops the decoders. */
  close(): Promise<void>
}

const PROCESS = new URL('./decode-process.ts', import.meta.url)
const SIZE = 2
/** Starting one takes as long as decoding a photo of twelve megapixels. */
const IDLE_MS = 10_000
/** A decoder kills itself after ten seconds of CPU time; this is for one that hangs, or on an overloaded machine. */
const LIMIT_MS = 30_000
/** A whole library of photos is uploaded a few at a time. */
const WAITING = { maxQueuedPerUser: 50, maxQueued: 500 }
const MB = 1024 * 1024
/**
 * Maximum resident memory of a decoder process for an image next to another one, and for one alone. 65 MB of it are in use before any
 * image.
 */
const RESIDENT_MAX = { beside: 192 * MB, alone: 320 * MB }
/**
 * A decoder that stays larger than this after a job is replaced, which frees its memory. After photos of 12 megapixels it has about 120 MB,
 * most of which the next one reuses: a new process would cost more than the photo.
 */
const WORN_BYTES = 144 * MB

/**
 * Small heaps, because pixels are outside of them. One decoding thread and one arena, so that freed memory is reused. An empty environment,
 * so that a compromised decoder finds no secrets.
 */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=96']
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' }

function startProcess({ beside, alone }: typeof RESIDENT_MAX) {
  const stdio: ['ignore', 'ignore', 'ignore', 'ipc'] = ['ignore', 'ignore', 'ignore', 'ipc']
  return processWorker<DecodeJob, DecodeReply>(
    fork(PROCESS, [String(beside), String(alone)], { serialization: 'advanced', execArgv: FLAGS, env: ENVIRONMENT, stdio }),
  )
}

export function createImageDecoder({ limitMs = LIMIT_MS, residentMax = RESIDENT_MAX, waiting = WAITING } = {}): ImageDecoder {
  const pool = createWorkerPool<DecodeJob, DecodeReply>({
    name: 'pictures',
    start: () => startProcess(residentMax),
    size: SIZE,
    idleMs: IDLE_MS,
    limitMs: () => limitMs,
    ...waiting,
    isWorn: ({ residentBytes }) => residentBytes > WORN_BYTES,
  })

  async function run(job: DecodeJob, turn: QueuedTask): Promise<DecodeResult> {
    const { answer } = await pool.run(job, turn)
    if (answer.kind === 'refused') throw new AppError(answer.code, answer.details, { cause: new Error(answer.reason) })
    return answer
  }

  /** The process died of this image, or was killed because of it. */
  function tooComplex(error: unknown): unknown {
    const isItsFault = error instanceof WorkerLost && error.how !== 'closed'
    return isItsFault ? new AppError('UPLOAD_TOO_COMPLEX', {}, { cause: error }) : error
  }

  /** Next to another image first, which suffices for most. A heavy one, by its header or its memory use, is decoded again alone. */
  async function runTwice(job: Omit<ReencodeJob, 'isAlone'>, turn: DecodeCaller): Promise<DecodeResult> {
    try {
      const answer = await run({ ...job, isAlone: false }, turn).catch((error: unknown) => {
        if (error instanceof WorkerLost && error.how === 'ended') return { kind: 'heavy' } as const
        throw error
      })
      if (answer.kind !== 'heavy') return answer
      return await run({ ...job, isAlone: true }, { ...turn, places: SIZE, resumed: true })
    } catch (error) {
      throw tooComplex(error)
    }
  }

  return {
    async encodeImage(source, turn) {
      const answer = await runTwice({ kind: 'picture', source }, turn)
      if (answer.kind !== 'picture') throw new TypeError('Unexpected decoder reply')
      return answer.image
    },
    async encodeUpload(source, turn) {
      const answer = await runTwice({ kind: 'upload', source }, turn)
      if (answer.kind !== 'upload') throw new TypeError('Unexpected decoder reply')
      return answer.image
    },
    async encodeRendition(kind, source, turn) {
      const answer = await run({ kind, source }, turn).catch((error: unknown) => {
        throw tooComplex(error)
      })
      if (answer.kind !== 'rendition') throw new TypeError('Unexpected decoder reply')
      return answer.bytes
    },
    async mapPhoto(source, turn) {
      const answer = await run({ kind: 'photo-map', source }, turn).catch((error: unknown) => {
        throw tooComplex(error)
      })
      if (answer.kind !== 'photo-map') throw new TypeError('Unexpected decoder reply')
      return answer.text
    },
    requireCapacity: (userId) => pool.requireCapacity(userId),
    close: () => pool.close(),
  }
}
