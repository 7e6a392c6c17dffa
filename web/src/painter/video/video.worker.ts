import { loadShaper } from '../asset-urls.ts'
import type { AssetShaper } from '../asset-urls.ts'
import { holdLock } from '../worker-life.ts'
import { detailOf, FilmFailure } from './video-messages.ts'
import type { FilmFault, FilmReply, FilmRequest } from './video-messages.ts'
import { createFilmPictures } from './video-images.ts'
import { fullFilm } from './full-video.ts'
import { heldFilm } from './held-frame-video.ts'

function tell(reply: FilmReply): void {
  postMessage(reply)
}

let assets: Promise<AssetShaper> | null = null

function getAssets(): Promise<AssetShaper> {
  assets ??= loadShaper().catch((error: unknown) => {
    assets = null
    throw error
  })
  return assets
}

async function videoOf({ film, urls, method }: FilmRequest): Promise<Blob> {
  const resolveUrl = (path: string, variant: string): Promise<string | null> => Promise.resolve(urls[`${variant} ${path}`] ?? null)
  const slides = film.pictures.map((picture) => picture.slide)
  const pictures = createFilmPictures({ slides, assets: await getAssets(), resolveUrl })
  const source = { film, pictures, onPicture: (done: number): void => tell({ kind: 'progress', done }) }
  try {
    return method === 'held' ? await heldFilm(source) : await fullFilm(source)
  } finally {
    pictures.close()
  }
}

function faultOf(cause: unknown): FilmFault {
  return cause instanceof FilmFailure ? cause.fault : { kind: 'other', detail: detailOf(cause) }
}

async function answer(request: FilmRequest): Promise<void> {
  try {
    tell({ kind: 'video', file: await videoOf(request) })
  } catch (cause) {
    tell({ kind: 'fault', fault: faultOf(cause) })
  }
}

// Loading starts with the worker. What fails now is tried again with the first film, and told then.
getAssets().catch(() => undefined)
void holdLock('film', (lock) => tell({ kind: 'alive', lock }))

addEventListener('message', (event: MessageEvent<FilmRequest>) => void answer(event.data))
