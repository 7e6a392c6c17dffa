import { tmpdir } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { secondsSince, emit, type TelemetryEvents } from '../telemetry/telemetry.ts'
import { threadWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool, WorkerLost } from '../worker-pool/worker-pool.ts'
import type { Render, RenderJob, RenderReply, RenderTurn, SlideInput } from './render-job.ts'
import { readInput } from './slide-input.ts'
import type { SlideFiles } from './slide-input.ts'
import { renderVideo } from './video.ts'
import type { VideoFile, VideoOptions } from './video.ts'

/** A slide that can be drawn. Each call reads its files, draws and encodes it in the person's turn. */
export interface RenderedSlide {
  /** Quality 1 to 100. */
  jpeg(quality?: number): Promise<Buffer>
  png(): Promise<Buffer>
  /** In small, as WebP. */
  cover(): Promise<Buffer>
  /** 1080 x 1920 x 4 bytes, opaque. */
  rgba(): Promise<Buffer>
}

export interface Renderer {
  /** How many films may be asked of it at once: made here, or waited for. */
  readonly filmsAtOnce: number
  /** Throws SLIDE_TOO_COMPLEX for a slide that takes too long or too much memory to draw. */
  renderSlide(slide: Slide, files: SlideFiles, turn: RenderTurn): RenderedSlide
  /** The MP4 of a film, without a browser: see `renderVideo`. */
  renderVideo(film: VideoSpec, files: SlideFiles, options: VideoOptions): Promise<VideoFile>
  /** Ends the drawing threads. */
  close(): Promise<void>
}

/** Two at a time: more than there are cores only costs memory, 60 MB a thread. */
const THREADS = 2
const WORKER = new URL('./render-worker.ts', import.meta.url)
/** Short-lived objects are few here; left alone, V8 lets 48 MB of them pile up in each thread. Forty boxes of long text take 60 MB of the old ones. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 }
/** Starting a thread takes about as long as drawing five slides. */
const IDLE_MS = 20_000
/**
 * By the clock, and so with room for a machine that is busy with other work: a slide of a hundred lines takes a tenth of a second; a cross-fade draws
 * two slides and encodes up to thirty frames.
 */
const LIMIT_MS = 30_000
const FADE_LIMIT_MS = 90_000
/** One more than there are threads: its files are read while they draw. More would hold more files in memory. */
const DESKS = { places: THREADS + 1, waitingOfOne: 100, waitingOfAll: 1000 }
/** Films made at once: their pictures take turns at the threads, so that a short one does not wait for the end of a long one. Each holds up to 16 MB. */
export const MAX_CONCURRENT_VIDEOS = 4
/** Of pictures for platforms, which encode them anew. */
export const JPEG_QUALITY = 90

interface RendererOptions {
  assetsDir: string
  /** Where films that are too large for memory lie while they are made and read. */
  spoolDir?: string
  /** Milliseconds that a slide may take. */
  limitMs?: number
}

/** Draws slides as the browser does, byte for byte, in threads of their own: the server's own thread only reads files. */
export function createRenderer({ assetsDir, spoolDir = tmpdir(), limitMs = LIMIT_MS }: RendererOptions): Renderer {
  const desks = createFairQueue(DESKS, 'drawing')
  const pool = createWorkerPool<RenderJob, RenderReply>({
    start: () => threadWorker(new Worker(WORKER, { workerData: { assetsDir }, resourceLimits: HEAP })),
    size: THREADS,
    idleMs: IDLE_MS,
    limitMs: (job) => (job.kind === 'fade' ? FADE_LIMIT_MS : limitMs),
    // Only those at a desk come here.
    waitingOfOne: DESKS.places,
    waitingOfAll: DESKS.places,
  })

  const draw: Render = async (makeJob, turn) => {
    try {
      return await desks.run(turn, async () => pool.run(await makeJob(), turn))
    } catch (error) {
      if (error instanceof WorkerLost && error.how !== 'closed') throw new AppError('SLIDE_TOO_COMPLEX', {}, { cause: error })
      throw error
    }
  }

  async function fileOf(makeJob: () => Promise<RenderJob>, turn: RenderTurn): Promise<Buffer> {
    const reply = await draw(makeJob, turn)
    if ('failure' in reply) throw new Error(reply.failure)
    const [file = new Uint8Array()] = reply.files
    return Buffer.from(file.buffer, file.byteOffset, file.length)
  }

  return {
    filmsAtOnce: MAX_CONCURRENT_VIDEOS,
    renderSlide(slide, files, turn) {
      const as = (jobOf: (input: SlideInput) => RenderJob, kind: RenderKind = 'picture') =>
        told(kind, turn.signal, () => fileOf(async () => jobOf(await readInput(slide, files)), turn))
      return {
        jpeg: (quality = JPEG_QUALITY) => as((input) => ({ kind: 'jpeg', input, quality })),
        png: () => as((input) => ({ kind: 'png', input })),
        cover: () => as((input) => ({ kind: 'cover', input }), 'cover'),
        rgba: () => as((input) => ({ kind: 'rgba', input })),
      }
    },
    renderVideo: (film, files, options) => told('video', options.signal, () => renderVideo({ film, files, draw, spoolDir }, options)),
    async close() {
      desks.close(new WorkerLost('closed'))
      await pool.close()
    },
  }
}

type RenderKind = TelemetryEvents['render']['kind']

/** Tells how long it took, waiting for its turn included. */
async function told<T>(kind: RenderKind, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    const made = await work()
    emit('render', { kind, outcome: 'done', seconds: secondsSince(begun) })
    return made
  } catch (error) {
    emit('render', { kind, outcome: signal?.aborted ? 'left' : 'failed', seconds: secondsSince(begun) })
    throw error
  }
}
