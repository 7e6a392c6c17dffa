import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportReply, ExportRequest, SlideFile, SlideFileOptions } from './export-messages.ts'
import { filesOfSlide } from './images.ts'
import type { ResolveUrl } from './images.ts'
import { watchLock } from './worker-life.ts'
import { workerScript } from './trusted-script.ts'
import { exportWorker } from './worker-script.ts'

/** More than two workers gain little: encoding is memory-bound, and each holds about 60 MB. */
export const WORKERS = 2
/** Idle workers stay this long for the next export, which then starts with warm caches. */
const KEEP_MS = 60_000

export interface DrawOptions extends SlideFileOptions {
  resolveUrl: ResolveUrl
}

/** Draws slides in sequence, off the caller's thread if possible. */
export interface Drawer {
  draw(slide: Slide, options: DrawOptions): Promise<SlideFile>
  /** Stops it; a running drawing rejects. */
  stop(): void
}

/** The worker died; another one may succeed. */
export class WorkerDied extends Error {
  constructor(detail = '') {
    super(`The export worker stopped${detail && `: ${detail}`}`)
    this.name = 'WorkerDied'
  }
}

async function resolveUrls(slide: Slide, { resolveUrl, scale }: DrawOptions): Promise<Record<string, string | null>> {
  const wanted = filesOfSlide(slide, scale)
  const entries = wanted.map(async ({ path, variant }) => [`${variant} ${path}`, await resolveUrl(path, variant)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function startWorker(onEnd: (drawer: Drawer) => void): Drawer {
  const worker = new Worker(workerScript(exportWorker), { type: 'module', name: 'slide export' })
  const gone = new AbortController()
  let nextId = 0
  let drawing: { resolve(file: SlideFile): void; reject(error: Error): void } | null = null
  let ended: Error | null = null

  const end = (error: Error): void => {
    if (ended) return
    ended = error
    onEnd(drawer)
    gone.abort()
    worker.terminate()
    drawing?.reject(error)
  }
  const die = (event: Event): void => end(new WorkerDied(event instanceof ErrorEvent ? event.message : ''))
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)
  worker.addEventListener('message', ({ data }: MessageEvent<ExportReply>) => {
    if ('lock' in data) watchLock(data.lock, gone.signal, () => end(new WorkerDied()))
    else if ('file' in data) drawing?.resolve(data.file)
    else drawing?.reject(new Error(data.failure))
  })
  const drawer: Drawer = {
    async draw(slide, options) {
      const { resolveUrl: _, ...wanted } = options
      const request: ExportRequest = { ...wanted, id: nextId++, slide, urls: await resolveUrls(slide, options) }
      return new Promise<SlideFile>((resolve, reject) => {
        if (ended) return reject(ended)
        drawing = { resolve, reject }
        worker.postMessage(request)
      })
    },
    stop: () => end(new Error('The export was stopped')),
  }
  return drawer
}

const idle = new Set<Drawer>()
let ending: ReturnType<typeof setTimeout> | undefined

/** Takes workers, idle ones first. Return them with `keepWorkers`, or stop them. */
export function acquireWorkers(count: number): Drawer[] {
  clearTimeout(ending)
  const taken = [...idle].slice(0, count)
  for (const drawer of taken) idle.delete(drawer)
  while (taken.length < count) taken.push(startWorker((drawer) => idle.delete(drawer)))
  return taken
}

export function releaseWorkers(drawers: readonly Drawer[]): void {
  for (const drawer of drawers) {
    if (idle.size < WORKERS) idle.add(drawer)
    else drawer.stop()
  }
  clearTimeout(ending)
  ending = setTimeout(() => {
    for (const drawer of idle) drawer.stop()
  }, KEEP_MS)
}
