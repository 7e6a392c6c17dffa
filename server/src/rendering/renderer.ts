import { tmpdir } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { secondsSince, emit, type TelemetryEvents } from '../telemetry/telemetry.ts'
import { threadWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool, WorkerLost } from '../worker-pool/worker-pool.ts'
import type { Render, RenderJob, RenderReply, RenderCaller, SlideInput } from './render-job.ts'
import { readInput, type SlideFiles } from './slide-input.ts'
import { renderVideo, type VideoFile, type VideoOptions } from './video.ts'

/** A slide to render. Each call reads its files, renders and encodes it in the user's turn. */
export interface RenderedSlide {
  /** Quality 1 to 100. */
  jpeg(quality?: number): Promise<Buffer>
  png(): Promise<Buffer>
  /** A WebP thumbnail. */
  cover(): Promise<Buffer>
  /** Four bytes a pixel, opaque. */
  rgba(): Promise<Buffer>
}

export interface Renderer {
  /** Concurrent videos: rendered here, or awaited from a worker. */
  readonly maxConcurrentVideos: number
  /** Throws SLIDE_TOO_COMPLEX for a slide that takes too much time or memory. */
  renderSlide(slide: Slide, files: SlideFiles, turn: RenderCaller): RenderedSlide
  /** Renders the MP4 of a slideshow without a browser: see `renderVideo`. */
  renderVideo(video: VideoSpec, files: SlideFiles, options: VideoOptions): Promise<VideoFile>
  /** Terminates the render threads. */
  close(): Promise<void>
}

/** More threads than cores only cost memory, 60 MB each. */
const THREADS = 2
const WORKER = new URL('./render-worker.ts', import.meta.url)
/**
 * There are few short-lived objects; by default V8 lets 48 MB of them accumulate per thread. Forty boxes of long text take 60 MB of the old
 * generation.
 */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 }
/** Starting a thread takes about as long as rendering five slides. */
const IDLE_MS = 20_000
/**
 * Elapsed time, with a margin for a busy machine: a slide of a hundred lines takes a tenth of a second; a cross-fade renders two slides and
 * encodes up to thirty frames.
 */
const LIMIT_MS = 30_000
const FADE_LIMIT_MS = 90_000
/** One more than there are threads, to read files while they render. More would hold more files in memory. */
const QUEUE_SIZE = { places: THREADS + 1, maxQueuedPerUser: 100, maxQueued: 1000 }
/** Concurrent videos, whose frames share the threads, so that a short one doesn't wait for a long one. Each holds up to 16 MB. */
export const MAX_CONCURRENT_VIDEOS = 4
/** For images that platforms re-encode. */
export const JPEG_QUALITY = 90

interface RendererOptions {
  assetsDir: string
  /** Folder for videos that are too large for memory. */
  spoolDir?: string
  /** Time limit of a slide, in milliseconds. */
  limitMs?: number
}

/** Renders slides byte for byte as the browser does, in worker threads: the main thread only reads files. */
export function createRenderer({ assetsDir, spoolDir = tmpdir(), limitMs = LIMIT_MS }: RendererOptions): Renderer {
  const desks = createFairQueue(QUEUE_SIZE, 'drawing')
  const pool = createWorkerPool<RenderJob, RenderReply>({
    start: () => threadWorker(new Worker(WORKER, { workerData: { assetsDir }, resourceLimits: HEAP })),
    size: THREADS,
    idleMs: IDLE_MS,
    limitMs: (job) => (job.kind === 'fade' ? FADE_LIMIT_MS : limitMs),
    // The fair queue admits no more than these.
    maxQueuedPerUser: QUEUE_SIZE.places,
    maxQueued: QUEUE_SIZE.places,
  })

  const render: Render = async (makeJob, turn) => {
    try {
      return await desks.run(turn, async () => pool.run(await makeJob(), turn))
    } catch (error) {
      if (error instanceof WorkerLost && error.how !== 'closed') throw new AppError('SLIDE_TOO_COMPLEX', {}, { cause: error })
      throw error
    }
  }

  async function fileOf(makeJob: () => Promise<RenderJob>, turn: RenderCaller): Promise<Buffer> {
    const reply = await render(makeJob, turn)
    if ('failure' in reply) throw new Error(reply.failure)
    const [file = new Uint8Array()] = reply.files
    return Buffer.from(file.buffer, file.byteOffset, file.length)
  }

  return {
    maxConcurrentVideos: MAX_CONCURRENT_VIDEOS,
    renderSlide(slide, files, turn) {
      const as = (jobOf: (input: SlideInput) => RenderJob, kind: RenderKind = 'picture') =>
        measured(kind, turn.signal, () => fileOf(async () => jobOf(await readInput(slide, files)), turn))
      return {
        jpeg: (quality = JPEG_QUALITY) => as((input) => ({ kind: 'jpeg', input, quality })),
        png: () => as((input) => ({ kind: 'png', input })),
        cover: () => as((input) => ({ kind: 'cover', input }), 'cover'),
        rgba: () => as((input) => ({ kind: 'rgba', input })),
      }
    },
    renderVideo: (video, files, options) =>
      measured('video', options.signal, () => renderVideo({ video, files, draw: render, spoolDir }, options)),
    async close() {
      desks.close(new WorkerLost('closed'))
      await pool.close()
    },
  }
}

type RenderKind = TelemetryEvents['render']['kind']

/** Emits the duration, including the wait in the queue. */
async function measured<T>(kind: RenderKind, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    const result = await work()
    emit('render', { kind, outcome: 'done', seconds: secondsSince(startedAt) })
    return result
  } catch (error) {
    emit('render', { kind, outcome: signal?.aborted ? 'left' : 'failed', seconds: secondsSince(startedAt) })
    throw error
  }
}
