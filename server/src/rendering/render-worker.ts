// Thread that decodes, lays out, paints and encodes one slide at a time. Ends with its pool.
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { READY } from '../worker-pool/pool-worker.ts'
import { loadShaper } from './asset-files.ts'
import { UnreadableImage } from './decode-image.ts'
import type { RenderJob, RenderReply, SlideInput } from './render-job.ts'
import { encodeCover, encodeJpeg, encodePng } from './encode-pixels.ts'
import { createFrameEncoder } from './video-frames.ts'
import { createSlidePainter, type SlidePixels } from './slide-pixels.ts'

/** A third of the share of normal priority: with less, a slide would take forever on a machine under constant load. */
const PRIORITY = 5
// Requests take milliseconds, a video takes seconds: requests get the core first. Only Linux has per-thread priorities; elsewhere this
// would slow the whole process. A process with a lower priority may not raise it.
if (process.platform === 'linux' && getPriority() < PRIORITY) setPriority(PRIORITY)

const { assetsDir } = workerData as { assetsDir: string }
let painter: ((input: SlideInput) => Promise<SlidePixels>) | null = null
let frameEncoder: ReturnType<typeof createFrameEncoder> | null = null

/** The first slide loads fonts; a failure (assets not built) isn't cached. */
async function paint(input: SlideInput): Promise<SlidePixels> {
  if (isFull(input.fonts)) painter = null
  if (painter === null) uploadedFonts.clear()
  painter ??= createSlidePainter(await loadShaper(assetsDir))
  for (const [id, { byteLength }] of input.fonts) uploadedFonts.set(id, byteLength)
  try {
    return await painter(input)
  } catch (error) {
    // A font that stops HarfBuzz may leave it in an inconsistent state.
    if (error instanceof Error && error.name === 'RuntimeError') painter = null
    throw error
  }
}

/** Sizes in bytes of the uploaded fonts in HarfBuzz's memory, which frees none. */
const uploadedFonts = new Map<string, number>()
const UPLOADED_FONTS_MAX = 64_000_000

/** Whether these fonts take more memory than uploaded ones may: then the painter starts again without any. */
function isFull(fonts: SlideInput['fonts']): boolean {
  const added = [...fonts].filter(([id]) => !uploadedFonts.has(id)).map(([, { byteLength }]) => byteLength)
  return added.length > 0 && [...uploadedFonts.values(), ...added].reduce((sum, bytes) => sum + bytes, 0) > UPLOADED_FONTS_MAX
}

async function draw(job: Exclude<RenderJob, { kind: 'mp4-header' }>): Promise<Uint8Array[]> {
  switch (job.kind) {
    case 'jpeg':
      return [await encodeJpeg(await paint(job.input), job.quality)]
    case 'png':
      return [await encodePng(await paint(job.input))]
    case 'cover':
      return [await encodeCover(await paint(job.input))]
    case 'rgba':
      return [new Uint8Array((await paint(job.input)).data.slice().buffer)]
    case 'key-picture':
      return (frameEncoder ??= createFrameEncoder(paint)).keyPicture(job.input)
    case 'fade':
      return (frameEncoder ??= createFrameEncoder(paint)).fade(job)
    case 'move':
      return (frameEncoder ??= createFrameEncoder(paint)).move(job)
    default:
      throw new TypeError('Unknown job')
  }
}

async function answer(job: RenderJob): Promise<RenderReply> {
  try {
    // Loaded on demand: it takes as long as rendering two slides.
    if (job.kind === 'mp4-header') return await (await import('./video-header.ts')).videoHeader(job)
    return { files: await draw(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), unreadable: error instanceof UnreadableImage }
  }
}

const FROM_LIBRARY = new Set<RenderJob['kind']>(['jpeg', 'png', 'cover'])

/** Transfers our own buffers; those in the image library's memory have to be copied. */
function memoryOf(job: RenderJob, reply: RenderReply): ArrayBuffer[] {
  if (!('files' in reply) || FROM_LIBRARY.has(job.kind)) return []
  return reply.files.map(({ buffer }) => buffer as ArrayBuffer)
}

parentPort?.on('message', (job: RenderJob) => {
  void answer(job).then((reply) => parentPort?.postMessage(reply, memoryOf(job, reply)))
})
parentPort?.postMessage(READY)
