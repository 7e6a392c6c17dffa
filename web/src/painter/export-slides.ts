import type { Slide } from '@ninesixteen/shared/slide/model'
import { drawSlide } from './draw-slide.ts'
import type { ExportFormat } from './export-messages.ts'
import { keepWorkers, takeWorkers, WORKERS } from './export-worker-pool.ts'
import type { Drawer } from './export-worker-pool.ts'
import type { ResolveUrl } from './pictures.ts'

export interface ExportOptions {
  resolveUrl: ResolveUrl
  format: ExportFormat
  /** After each finished slide. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** Draws in this page: for browsers whose workers have no canvas. */
const HERE: Drawer = { draw: drawSlide, stop: () => undefined }

function workersCanDraw(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'
}

/** Starts the workers of an export that is likely to come, as when its menu opens: they load fonts and code meanwhile. */
export function warmExport(): void {
  if (workersCanDraw()) keepWorkers(takeWorkers(WORKERS))
}

/**
 * The slides as PNG or JPEG files of 1080 x 1920, in order. Rejects with the first failure; nothing is exported half.
 * An aborted signal stops at once and rejects with its reason.
 */
export async function exportSlides(slides: readonly Slide[], options: ExportOptions): Promise<Blob[]> {
  const { signal, onProgress } = options
  signal?.throwIfAborted()
  const inWorkers = workersCanDraw()
  const drawers = inWorkers ? takeWorkers(Math.min(WORKERS, slides.length)) : [HERE]
  const stopAll = (): void => {
    for (const drawer of drawers) drawer.stop()
  }
  signal?.addEventListener('abort', stopAll)
  const blobs: Blob[] = []
  const queue = [...slides.entries()]
  let done = 0
  const drain = async (drawer: Drawer): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [index, slide] = entry
      blobs[index] = await drawer.draw(slide, options)
      signal?.throwIfAborted()
      done += 1
      onProgress?.(done, slides.length)
    }
  }
  try {
    await Promise.all(drawers.map(drain))
    if (inWorkers) keepWorkers(drawers)
    return blobs
  } catch (error) {
    // The other workers may be in the middle of a slide nobody waits for any more.
    stopAll()
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stopAll)
  }
}
