import type { Slide } from '@ninesixteen/shared/slide/model'
import { drawSlide } from './draw-slide.ts'
import type { SlideFile } from './export-messages.ts'
import { releaseWorkers, acquireWorkers, WorkerDied, WORKERS } from './export-worker-pool.ts'
import type { Drawer, DrawOptions } from './export-worker-pool.ts'

export interface ExportOptions extends DrawOptions {
  /** Called after each finished slide, in any order. */
  onFile?: (index: number, file: SlideFile) => void
  signal?: AbortSignal
}

/** Worker crashes on one slide before the export fails. */
const DEATHS_A_SLIDE = 2

/** Draws on the page's thread, for browsers without canvas in workers. */
const HERE: Drawer = { draw: drawSlide, stop: () => undefined }

function workersCanDraw(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'
}

/** Starts the workers before a likely export, for example when its menu opens, so that they load fonts and code. */
export function warmExport(): void {
  if (workersCanDraw()) releaseWorkers(acquireWorkers(WORKERS))
}

/** Draws slides in sequence. Replaces a worker that dies and draws its slide again. */
class WorkerSlot {
  #drawer: Drawer
  #stopped = false

  constructor(drawer: Drawer) {
    this.#drawer = drawer
  }

  async draw(slide: Slide, options: DrawOptions): Promise<SlideFile> {
    for (let deaths = 1; ; deaths++) {
      try {
        return await this.#drawer.draw(slide, options)
      } catch (error) {
        if (!(error instanceof WorkerDied) || deaths >= DEATHS_A_SLIDE || this.#stopped) throw error
        const [next] = acquireWorkers(1)
        if (!next) throw error
        this.#drawer = next
      }
    }
  }

  stop(): void {
    this.#stopped = true
    this.#drawer.stop()
  }

  release(): Drawer {
    return this.#drawer
  }
}

/**
 * Renders the slides to PNG or JPEG files, in order. Rejects with the first failure. An aborted signal stops at once and rejects with its
 * reason.
 */
export async function exportSlides(slides: readonly Slide[], options: ExportOptions): Promise<SlideFile[]> {
  const { signal, onFile, ...wanted } = options
  signal?.throwIfAborted()
  const inWorkers = workersCanDraw()
  const slots = (inWorkers ? acquireWorkers(Math.min(WORKERS, slides.length)) : [HERE]).map((drawer) => new WorkerSlot(drawer))
  const stopAll = (): void => {
    for (const slot of slots) slot.stop()
  }
  signal?.addEventListener('abort', stopAll)
  const files: SlideFile[] = []
  const queue = [...slides.entries()]
  const drain = async (slot: WorkerSlot): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [index, slide] = entry
      const file = await slot.draw(slide, wanted)
      files[index] = file
      signal?.throwIfAborted()
      onFile?.(index, file)
    }
  }
  try {
    await Promise.all(slots.map(drain))
    if (inWorkers) releaseWorkers(slots.map((slot) => slot.release()))
    return files
  } catch (error) {
    // The other workers may still be drawing slides of this export.
    stopAll()
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stopAll)
  }
}
