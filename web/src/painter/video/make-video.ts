import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { filesOfSlide } from '../images.ts'
import type { ResolveUrl } from '../images.ts'
import { VideoFailure } from './video-messages.ts'
import type { VideoMethod } from './video-messages.ts'
import { startVideoWorker } from './video-worker.ts'
import type { VideoWorker } from './video-worker.ts'

export interface VideoOptions {
  resolveUrl: ResolveUrl
  method: VideoMethod
  /** Encoded frames, out of all frames to encode. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** How long an idle worker stays, in milliseconds. It holds about 60 MB. */
const KEEP_MS = 60_000

let idle: VideoWorker | null = null
let ending: ReturnType<typeof setTimeout> | undefined

function workersCanDraw(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'
}

function acquireWorker(): VideoWorker {
  clearTimeout(ending)
  const taken = idle?.isAlive() ? idle : startVideoWorker()
  idle = null
  return taken
}

function releaseWorker(worker: VideoWorker): void {
  if (idle !== worker) idle?.stop()
  idle = worker
  clearTimeout(ending)
  ending = setTimeout(() => worker.stop(), KEEP_MS)
}

/** Starts the worker before a likely video, so that it loads code and fonts. */
export function warmVideo(): void {
  if (workersCanDraw()) releaseWorker(acquireWorker())
}

async function urlsOf(video: VideoSpec, resolveUrl: ResolveUrl): Promise<Record<string, string | null>> {
  const sound = video.sound ? [{ path: video.sound.path, variant: 'original' as const }] : []
  const wanted = new Map(
    [...video.pictures.flatMap(({ slide }) => filesOfSlide(slide)), ...sound].map((one) => [`${one.variant} ${one.path}`, one]),
  )
  const entries = [...wanted].map(async ([key, { path, variant }]) => [key, await resolveUrl(path, variant)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Encodes an MP4 in a worker. Rejects with a VideoFailure; an aborted signal stops at once and rejects with its reason. */
export async function makeVideo(video: VideoSpec, { resolveUrl, method, onProgress, signal }: VideoOptions): Promise<Blob> {
  signal?.throwIfAborted()
  if (!workersCanDraw()) throw new VideoFailure({ kind: 'no-encoder' })
  const worker = acquireWorker()
  const stop = (): void => worker.stop()
  signal?.addEventListener('abort', stop)
  try {
    const urls = await urlsOf(video, resolveUrl)
    const file = await worker.make({ video, urls, method }, (done) => onProgress?.(done, video.pictures.length))
    releaseWorker(worker)
    return file
  } catch (error) {
    // A failed encoder's state is unknown, so its worker is not reused.
    stop()
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
