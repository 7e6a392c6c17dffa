import { workerScript } from '../trusted-script.ts'
import { videoWorkerUrl } from '../worker-script.ts'
import { watchLock } from '../worker-life.ts'
import { VideoFailure } from './video-messages.ts'
import type { VideoReply, VideoRequest } from './video-messages.ts'

/** Silence after which a worker counts as stuck, in milliseconds: an encoder may wait forever for a device. */
const SILENCE_MS = 30_000

/** Encodes videos in sequence, off the page's thread. */
export interface VideoWorker {
  /** Rejects with a VideoFailure. Do not reuse a worker that died. */
  make(request: VideoRequest, onProgress: (done: number) => void): Promise<Blob>
  isAlive(): boolean
  /** Stops it; a running encoding rejects. */
  stop(): void
}

export function startVideoWorker(): VideoWorker {
  const worker = new Worker(workerScript(videoWorkerUrl), { type: 'module', name: 'video' })
  const gone = new AbortController()
  let silence: ReturnType<typeof setTimeout> | undefined
  let making: { resolve(file: Blob): void; reject(error: Error): void; onProgress(done: number): void } | null = null

  const end = (detail: string): void => {
    clearTimeout(silence)
    gone.abort()
    worker.terminate()
    making?.reject(new VideoFailure({ kind: 'recording', detail }))
  }
  const listen = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => end('the worker stopped responding'), SILENCE_MS)
  }
  worker.addEventListener('error', (event) => end(event instanceof ErrorEvent ? event.message : 'the worker could not be loaded'))
  worker.addEventListener('messageerror', () => end('the worker sent an unreadable message'))
  worker.addEventListener('message', ({ data }: MessageEvent<VideoReply>) => {
    if (data.kind === 'alive') return watchLock(data.lock, gone.signal, () => end('the worker died'))
    if (data.kind === 'progress') {
      listen()
      return making?.onProgress(data.done)
    }
    clearTimeout(silence)
    if (data.kind === 'video') making?.resolve(data.file)
    else making?.reject(new VideoFailure(data.fault))
    making = null
  })
  return {
    make(request, onProgress) {
      return new Promise((resolve, reject) => {
        making = { resolve, reject, onProgress }
        if (gone.signal.aborted) return end('the worker is gone')
        listen()
        worker.postMessage(request)
      })
    },
    isAlive: () => !gone.signal.aborted,
    stop: () => end('stopped'),
  }
}
