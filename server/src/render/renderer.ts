import { Worker } from 'node:worker_threads'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Film } from '@ninesixteen/shared/video/film'
import type { DrawJob, DrawReply, EncodedPart } from './draw-job.ts'
import { readInput } from './slide-input.ts'
import type { SlideFiles } from './slide-input.ts'
import { renderVideo } from './video.ts'
import type { VideoFile, VideoOptions } from './video.ts'
import { createWorkerPool } from './worker-pool.ts'

/** A slide whose files are read. Each call draws and encodes it. */
export interface RenderedSlide {
  /** Quality 1 to 100. */
  jpeg(quality?: number): Promise<Buffer>
  png(): Promise<Buffer>
  /** 1080 x 1920 x 4 bytes, opaque. */
  rgba(): Promise<Buffer>
}

export interface Renderer {
  renderSlide(slide: Slide, files: SlideFiles): Promise<RenderedSlide>
  /** The MP4 of a film, without a browser: see `renderVideo`. */
  renderVideo(film: Film, files: SlideFiles, options?: VideoOptions): Promise<VideoFile>
  /** Ends the drawing threads. */
  close(): Promise<void>
}

/** Two at a time: more than there are cores only costs memory, 60 MB a thread. */
const THREADS = 2
const WORKER = new URL('./render-worker.ts', import.meta.url)
/** Short-lived objects are few here; left alone, V8 lets 48 MB of them pile up in each thread. */
const YOUNG_MB = 8
/** Starting a thread takes about as long as drawing five slides. */
const IDLE_MS = 20_000
/** Of pictures for platforms, which encode them anew. */
export const JPEG_QUALITY = 90

/** What encoded pictures stand in, each once: pictures that look the same are the same. */
function memoryOf(parts: readonly EncodedPart[]): ArrayBuffer[] {
  return [...new Set(parts.flatMap(({ pictures }) => pictures.map(({ buffer }) => buffer as ArrayBuffer)))]
}

/** Draws slides as the browser does, byte for byte, in threads of their own: the server's own thread only reads files. */
export function createRenderer({ assetsDir }: { assetsDir: string }): Renderer {
  const pool = createWorkerPool<DrawJob, DrawReply>({
    start: () => new Worker(WORKER, { workerData: { assetsDir }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    size: THREADS,
    idleMs: IDLE_MS,
    handOver: (job) => (job.kind === 'mp4' ? memoryOf(job.parts) : []),
  })

  async function draw(job: DrawJob): Promise<Buffer> {
    const reply = await pool.run(job)
    if ('failure' in reply) throw new Error(reply.failure)
    const [file = new Uint8Array()] = reply.files
    return Buffer.from(file.buffer, file.byteOffset, file.length)
  }

  return {
    async renderSlide(slide, files) {
      const input = await readInput(slide, files)
      return {
        jpeg: (quality = JPEG_QUALITY) => draw({ kind: 'jpeg', input, quality }),
        png: () => draw({ kind: 'png', input }),
        rgba: () => draw({ kind: 'rgba', input }),
      }
    },
    renderVideo: (film, files, options) => renderVideo({ film, files, pool }, options),
    close: () => pool.close(),
  }
}
