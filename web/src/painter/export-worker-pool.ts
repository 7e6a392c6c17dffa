import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportFormat, ExportReply, ExportRequest } from './export-messages.ts'
import { picturesOfSlide } from './pictures.ts'
import type { ResolveUrl } from './pictures.ts'

/** More workers than two gain little: encoding is bound by memory, and each holds some 60 MB. */
export const WORKERS = 2
/** After an export its workers wait this long for the next one, which then starts with warm caches. */
const KEEP_MS = 60_000

/** Draws one slide after another, elsewhere than in the caller's thread where that is possible. */
export interface Drawer {
  draw(slide: Slide, options: { resolveUrl: ResolveUrl; format: ExportFormat }): Promise<Blob>
  /** Ends it; a drawing under way is rejected. */
  stop(): void
}

async function resolveUrls(slide: Slide, resolveUrl: ResolveUrl): Promise<Record<string, string | null>> {
  const entries = picturesOfSlide(slide).map(async ({ path, variant }) => [`${variant} ${path}`, await resolveUrl(path, variant)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function startWorker(onDeath: (drawer: Drawer) => void): Drawer {
  const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module', name: 'slide export' })
  let nextId = 0
  let fail: ((error: Error) => void) | null = null
  const die = (event: Event): void => {
    const detail = event instanceof ErrorEvent && event.message ? `: ${event.message}` : ''
    onDeath(drawer)
    worker.terminate()
    fail?.(new Error(`The export worker stopped${detail}`))
  }
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)
  const drawer: Drawer = {
    async draw(slide, { resolveUrl, format }) {
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
    stop() {
      onDeath(drawer)
      worker.terminate()
      fail?.(new Error('The export was stopped'))
    },
  }
  return drawer
}

const idle = new Set<Drawer>()
let ending: ReturnType<typeof setTimeout> | undefined

/** Workers to draw with, waiting ones first. Give them back with `keepWorkers`, or stop them. */
export function takeWorkers(count: number): Drawer[] {
  clearTimeout(ending)
  const taken = [...idle].slice(0, count)
  for (const drawer of taken) idle.delete(drawer)
  while (taken.length < count) taken.push(startWorker((drawer) => idle.delete(drawer)))
  return taken
}

export function keepWorkers(drawers: readonly Drawer[]): void {
  for (const drawer of drawers) {
    if (idle.size < WORKERS) idle.add(drawer)
    else drawer.stop()
  }
  clearTimeout(ending)
  ending = setTimeout(() => {
    for (const drawer of idle) drawer.stop()
  }, KEEP_MS)
}
