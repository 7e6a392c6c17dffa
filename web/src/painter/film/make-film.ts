import type { Film } from '@ninesixteen/shared/video/film'
import { picturesOfSlide } from '../pictures.ts'
import type { ResolveUrl } from '../pictures.ts'
import { FilmFailure } from './film-messages.ts'
import type { FilmMethod, FilmReply, FilmRequest } from './film-messages.ts'

export interface FilmOptions {
  resolveUrl: ResolveUrl
  method: FilmMethod
  /** Pictures of the film that are encoded, of all. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** A worker that says nothing for so long is taken for stuck: an encoder may wait for ever for a device. In milliseconds. */
const SILENCE_MS = 30_000

async function urlsOf(film: Film, resolveUrl: ResolveUrl): Promise<Record<string, string | null>> {
  const wanted = new Map(film.pictures.flatMap(({ slide }) => picturesOfSlide(slide)).map((one) => [`${one.variant} ${one.path}`, one]))
  const entries = [...wanted].map(async ([key, { path, variant }]) => [key, await resolveUrl(path, variant)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * The MP4 of a film, made in a worker of its own that ends with it. Rejects with a FilmFailure; an aborted signal stops at once and
 * rejects with its reason.
 */
export async function makeFilm(film: Film, { resolveUrl, method, onProgress, signal }: FilmOptions): Promise<Blob> {
  signal?.throwIfAborted()
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') throw new FilmFailure({ kind: 'no-encoder' })
  const worker = new Worker(new URL('./film.worker.ts', import.meta.url), { type: 'module', name: 'film' })
  let silence: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined
  try {
    const request: FilmRequest = { film, urls: await urlsOf(film, resolveUrl), method }
    return await new Promise<Blob>((resolve, reject) => {
      const fail = (detail: string): void => reject(new FilmFailure({ kind: 'recording', detail }))
      const listen = (): void => {
        clearTimeout(silence)
        silence = setTimeout(() => fail('the worker fell silent'), SILENCE_MS)
      }
      stop = () => reject(signal?.reason)
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()
      worker.addEventListener('error', (event) => fail(event.message))
      worker.addEventListener('messageerror', () => fail('the worker answered nothing that can be read'))
      worker.addEventListener('message', ({ data }: MessageEvent<FilmReply>) => {
        listen()
        if (data.kind === 'progress') onProgress?.(data.done, film.pictures.length)
        else if (data.kind === 'video') resolve(data.file)
        else reject(new FilmFailure(data.fault))
      })
      listen()
      worker.postMessage(request)
    })
  } finally {
    clearTimeout(silence)
    if (stop) signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}
