// A thread that draws slides and encodes them: decoding, layout, painting and encoding of one slide at a time. Ends with its pool.
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { READY } from '../worker-pool/pool-worker.ts'
import { loadShaper } from './asset-files.ts'
import { UnreadableImage } from './decode-image.ts'
import type { RenderJob, RenderReply, SlideInput } from './render-job.ts'
import { encodeCover, encodeJpeg, encodePng } from './encode-pixels.ts'
import { createFrameEncoder } from './video-frames.ts'
import { createSlidePainter } from './slide-pixels.ts'
import type { SlidePixels } from './slide-pixels.ts'

/** A third of what an equal of normal priority gets: with less, a slide on a machine that has no rest would seem to take forever. */
const PRIORITY = 5
// Lists wait for milliseconds, a film for seconds: where both want a core, the list comes first. On Linux a thread has a priority of its own;
// elsewhere this would be the whole process's, which answers people too. One that was started with a lower one may not raise it.
if (process.platform === 'linux' && getPriority() < PRIORITY) setPriority(PRIORITY)

const { assetsDir } = workerData as { assetsDir: string }
let painter: ((input: SlideInput) => Promise<SlidePixels>) | null = null
let frameEncoder: ReturnType<typeof createFrameEncoder> | null = null

/** The first slide waits for fonts; a failure (assets not built) is not remembered. */
async function paint(input: SlideInput): Promise<SlidePixels> {
  painter ??= createSlidePainter(await loadShaper(assetsDir))
  return painter(input)
}

async function draw(job: RenderJob): Promise<Uint8Array[]> {
  switch (job.kind) {
    case 'jpeg':
      return [await encodeJpeg(await paint(job.input), job.quality)]
    case 'png':
      return [await encodePng(await paint(job.input))]
    case 'cover':
      return [await encodeCover(await paint(job.input))]
    case 'rgba':
      return [new Uint8Array((await paint(job.input)).slice().buffer)]
    case 'key-picture':
      return (frameEncoder ??= createFrameEncoder(paint)).keyPicture(job.input)
    case 'fade':
      return (frameEncoder ??= createFrameEncoder(paint)).fade(job)
    case 'mp4-header':
      // Loaded when it is first needed: it takes as long as drawing two slides.
      return (await import('@ninesixteen/shared/video/mp4-header')).mp4Header(job.stream)
    default:
      throw new TypeError('Nobody knows such a job')
  }
}

async function answer(job: RenderJob): Promise<RenderReply> {
  try {
    return { files: await draw(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), unreadable: error instanceof UnreadableImage }
  }
}

const FROM_LIBRARY = new Set<RenderJob['kind']>(['jpeg', 'png', 'cover'])

/** Memory of our own is handed over; files in memory of the picture library have to be copied. */
function memoryOf(job: RenderJob, reply: RenderReply): ArrayBuffer[] {
  if (!('files' in reply) || FROM_LIBRARY.has(job.kind)) return []
  return reply.files.map(({ buffer }) => buffer as ArrayBuffer)
}

parentPort?.on('message', (job: RenderJob) => {
  void answer(job).then((reply) => parentPort?.postMessage(reply, memoryOf(job, reply)))
})
parentPort?.postMessage(READY)
