import type { ImageReply, ImageRequest } from './image-messages.ts'
import { readImage } from './decode-image.ts'
import type { ImageForm, ReadImage, ReadPixels } from './decode-image.ts'
import { watchLock } from './worker-life.ts'
import { workerScript } from './trusted-script.ts'
import { pictureWorker } from './worker-script.ts'

/** Idle time after which the worker stops, in milliseconds: it holds a canvas of 8 MB. */
const KEEP_MS = 30_000

/** The worker is gone or never started: the caller decodes on its own thread. */
class NoWorker extends Error {}

interface Reader {
  read(url: string, form: ImageForm): Promise<ReadPixels | null>
}

let reader: Reader | null = null

function startReader(): Reader {
  const worker = new Worker(workerScript(pictureWorker), { type: 'module', name: 'pictures' })
  const gone = new AbortController()
  const waiting = new Map<number, { resolve(picture: ReadPixels | null): void; reject(error: Error): void }>()
  let nextId = 0
  let ending: ReturnType<typeof setTimeout> | undefined

  const end = (): void => {
    if (reader === started) reader = null
    clearTimeout(ending)
    gone.abort()
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new NoWorker())
    waiting.clear()
  }
  worker.addEventListener('error', end)
  worker.addEventListener('messageerror', end)
  worker.addEventListener('message', ({ data }: MessageEvent<ImageReply>) => {
    if ('lock' in data) return watchLock(data.lock, gone.signal, end)
    const request = waiting.get(data.id)
    waiting.delete(data.id)
    if ('failure' in data) request?.reject(new Error(data.failure))
    else request?.resolve(data.picture)
    if (waiting.size === 0) ending = setTimeout(end, KEEP_MS)
  })
  const started: Reader = {
    read(url, form) {
      clearTimeout(ending)
      const id = nextId++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, url, form } satisfies ImageRequest)
      })
    },
  }
  return started
}

/** Fetches and decodes in a worker, so that the page stays responsive; on this thread if workers have no canvas. */
export const readInWorker: ReadImage = async (url, form) => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return readImage(url, form)
  try {
    reader ??= startReader()
    return await reader.read(url, form)
  } catch (error) {
    if (error instanceof NoWorker) return readImage(url, form)
    throw error
  }
}
