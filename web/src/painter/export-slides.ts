import type { Slide } from '@ninesixteen/shared/slide/model'
import { drawSlide } from './draw-slide.ts'
import type { SlideFile } from './export-messages.ts'
import { keepWorkers, takeWorkers, WorkerDied, WORKERS } from './export-worker-pool.ts'
import type { Drawer, DrawOptions } from './export-worker-pool.ts'

export interface ExportOptions extends DrawOptions {
  /** After each finished slide, which need not be the next one. */
  onFile?: (index: number, file: SlideFile) => void
  signal?: AbortSignal
}

/** Workers that may die over one slide before the export is given up. */
const DEATHS_A_SLIDE = 2

/** Draws in this page: for browsers whose workers have no canvas. */
const HERE: Drawer = { draw: drawSlide, stop: () => undefined }

function workersCanDraw(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'
}

/** Starts the workers of an export that is likely to come, as when its menu opens: they load fonts and code meanwhile. */
export function warmExport(): void {
  if (workersCanDraw()) keepWorkers(takeWorkers(WORKERS))
}

/** Draws slides one after another; a worker that dies is replaced, and the slide it had is drawn anew. */
class Lane {
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
        const [next] = takeWorkers(1)
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
 * The slides as PNG or JPEG files, in order. Rejects with the first failure; nothing is exported half.
 * An aborted signal stops at once and rejects with its reason.
 */
export async function exportSlides(slides: readonly Slide[], options: ExportOptions): Promise<SlideFile[]> {
  const { signal, onFile, ...wanted } = options
  signal?.throwIfAborted()
  const inWorkers = workersCanDraw()
  const lanes = (inWorkers ? takeWorkers(Math.min(WORKERS, slides.length)) : [HERE]).map((drawer) => new Lane(drawer))
  const stopAll = (): void => {
    for (const lane of lanes) lane.stop()
  }
  signal?.addEventListener('abort', stopAll)
  const files: SlideFile[] = []
  const queue = [...slides.entries()]
  const drain = async (lane: Lane): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [index, slide] = entry
      const file = await lane.draw(slide, wanted)
      files[index] = file
      signal?.throwIfAborted()
      onFile?.(index, file)
    }
  }
  try {
    await Promise.all(lanes.map(drain))
    if (inWorkers) keepWorkers(lanes.map((lane) => lane.release()))
    return files
  } catch (error) {
    // The other workers may be in the middle of a slide nobody waits for any more.
    stopAll()
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stopAll)
  }
}
