import { fork } from 'node:child_process'
import { AppError } from '@ninesixteen/shared/errors'
import type { QueuedTask } from '../fair-queue/fair-queue.ts'
import { processWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool, WorkerLost } from '../worker-pool/worker-pool.ts'
import type { DecodeResult, DecodeJob, DecodeReply, EncodedImage, EncodedUpload, ImageSource, ReencodeJob } from './decode-job.ts'

export type { EncodedImage as EncodedPicture, EncodedUpload, ImageSource as PictureSource } from './decode-job.ts'

/** For whom a picture is encoded, and until when they wait for it. */
export type DecodeTurn = Pick<QueuedTask, 'person' | 'signal'>

/** Decodes and encodes pictures in processes of their own, people in turn. Throws the UPLOAD_ errors of the table. */
export interface ImageDecoder {
  /** Re-encodes a picture, so that nothing of the file itself is ever served. */
  encodePicture(source: ImageSource, turn: DecodeTurn): Promise<EncodedImage>
  /** The same with its thumbnail. */
  encodeUpload(source: ImageSource, turn: DecodeTurn): Promise<EncodedUpload>
  /** Of a stored picture. */
  encodeRendition(kind: 'thumbnail' | 'cover', original: Uint8Array, turn: DecodeTurn): Promise<Uint8Array>
  /** Throws RATE_LIMITED or BUSY when a picture of this person would be sent away now. */
  requireRoom(person: string): void
  /** Ends the decoders. */
  close(): Promise<void>
}

const PROCESS = new URL('./decode-process.ts', import.meta.url)
const SIZE = 2
/** A start takes as long as a photo of twelve megapixels. */
const IDLE_MS = 10_000
/** A decoder ends itself after ten seconds of processor time; this is for one that hangs, and for a machine that is far too busy. */
const LIMIT_MS = 30_000
/** A whole library of photos is sent a few at a time. */
const WAITING = { waitingOfOne: 50, waitingOfAll: 500 }
const MB = 1024 * 1024
/** Most that a decoder's whole process may take for a picture beside another one, and for one alone. 65 MB are there before any picture is. */
const RESIDENT_MAX = { beside: 192 * MB, alone: 320 * MB }
/**
 * A decoder that stays larger than this after its work is ended, and its memory is the system's again. After photos of 12 megapixels it has some
 * 120 MB, most of which the next one uses again: a new process would cost more than the photo.
 */
const WORN_BYTES = 144 * MB

/**
 * The heaps are small, for pixels stand outside of them. One thread that decodes and one arena: memory that is given back is used again. Nothing
 * of the environment goes along, so that a decoder which is taken over finds no secret there.
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

  async function ask(job: DecodeJob, turn: QueuedTask): Promise<DecodeResult> {
    const { answer } = await pool.run(job, turn)
    if (answer.kind === 'refused') throw new AppError(answer.code, answer.details, { cause: new Error(answer.reason) })
    return answer
  }

  /** It died of this picture, or was ended because of it. */
  function tooComplex(error: unknown): unknown {
    const isItsFault = error instanceof WorkerLost && error.how !== 'closed'
    return isItsFault ? new AppError('UPLOAD_TOO_COMPLEX', {}, { cause: error }) : error
  }

  /** Beside another picture first, which is enough for most. What is heavy, by its header or by what it took, comes again, alone. */
  async function askTwice(job: Omit<ReencodeJob, 'isAlone'>, turn: DecodeTurn): Promise<DecodeResult> {
    try {
      const answer = await ask({ ...job, isAlone: false }, turn).catch((error: unknown) => {
        if (error instanceof WorkerLost && error.how === 'ended') return { kind: 'heavy' } as const
        throw error
      })
      if (answer.kind !== 'heavy') return answer
      return await ask({ ...job, isAlone: true }, { ...turn, places: SIZE, resumed: true })
    } catch (error) {
      throw tooComplex(error)
    }
  }

  return {
    async encodePicture(source, turn) {
      const answer = await askTwice({ kind: 'picture', source }, turn)
      if (answer.kind !== 'picture') throw new TypeError('The decoder gave another answer')
      return answer.picture
    },
    async encodeUpload(source, turn) {
      const answer = await askTwice({ kind: 'upload', source }, turn)
      if (answer.kind !== 'upload') throw new TypeError('The decoder gave another answer')
      return answer.picture
    },
    async encodeRendition(kind, source, turn) {
      const answer = await ask({ kind, source }, turn).catch((error: unknown) => {
        throw tooComplex(error)
      })
      if (answer.kind !== 'rendition') throw new TypeError('The decoder gave another answer')
      return answer.bytes
    },
    requireRoom: (person) => pool.requireRoom(person),
    close: () => pool.close(),
  }
}
