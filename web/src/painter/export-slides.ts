import type { Slide } from '@ninesixteen/shared/slide/model'
import { drawSlide } from './draw-slide.ts'
import type { ExportFormat, ExportReply, ExportRequest } from './export-messages.ts'
import { picturesOfSlide } from './pictures.ts'
import type { ResolveUrl } from './pictures.ts'

export interface ExportOptions {
  resolveUrl: ResolveUrl
  format: ExportFormat
  /** After each finished slide. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** More workers than two gain little: encoding is bound by memory, and each holds some 60 MB. */
const WORKERS = 2

type DrawOne = (slide: Slide) => Promise<Blob>

/** A worker that draws one slide after another. */
interface Drawer {
  draw: DrawOne
  stop(): void
}

async function resolveUrls(slide: Slide, resolveUrl: ResolveUrl): Promise<Record<string, string | null>> {
  const entries = picturesOfSlide(slide).map(async ({ path, variant }) => [`${variant} ${path}`, await resolveUrl(path, variant)])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string | null>
}

function startDrawer({ resolveUrl, format }: ExportOptions): Drawer {
  const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module', name: 'slide export' })
  let nextId = 0
  /** What a worker that died still owes. */
  let fail: ((error: Error) => void) | null = null
  const onDeath = (event: Event): void => {
    const detail = event instanceof ErrorEvent && event.message ? `: ${event.message}` : ''
    fail?.(new Error(`The export worker stopped${detail}`))
  }
  worker.addEventListener('error', onDeath)
  worker.addEventListener('messageerror', onDeath)
  return {
    async draw(slide) {
      const request: ExportRequest = { id: nextId++, slide, urls: await resolveUrls(slide, resolveUrl), format }
      return new Promise<Blob>((resolve, reject) => {
        fail = reject
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<ExportReply>) => {
            if ('blob' in data) resolve(data.blob)
            else reject(new Error(data.failure))
          },
          { once: true },
        )
        worker.postMessage(request)
      })
    },
    stop: () => {
      worker.terminate()
      fail?.(new Error('The export was stopped'))
    },
  }
}

/** Draws in this page: for browsers whose workers have no canvas. Gives the page time to breathe between slides. */
function startHere(options: ExportOptions): Drawer {
  return { draw: (slide) => drawSlide(slide, options), stop: () => undefined }
}

function workersCanDraw(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'
}

/**
 * The slides as PNG or JPEG files of 1080 x 1920, in order. Rejects with the first failure; nothing is exported half.
 * An aborted signal stops at once and rejects with its reason.
 */
export async function exportSlides(slides: readonly Slide[], options: ExportOptions): Promise<Blob[]> {
  const { signal, onProgress } = options
  signal?.throwIfAborted()
  const drawers = workersCanDraw()
    ? Array.from({ length: Math.min(WORKERS, slides.length) }, () => startDrawer(options))
    : [startHere(options)]
  const stopAll = (): void => {
    for (const drawer of drawers) drawer.stop()
  }
  signal?.addEventListener('abort', stopAll)
  const blobs: Blob[] = []
  let next = 0
  let done = 0
  const drain = async ({ draw }: Drawer): Promise<void> => {
    for (let index = next++; index < slides.length; index = next++) {
      const slide = slides[index]
      if (!slide) return
      blobs[index] = await draw(slide)
      signal?.throwIfAborted()
      done += 1
      onProgress?.(done, slides.length)
    }
  }
  try {
    await Promise.all(drawers.map(drain))
    return blobs
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stopAll)
    stopAll()
  }
}
