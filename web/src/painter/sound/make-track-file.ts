import { AppError } from '@ninesixteen/shared/errors'
import type { Beats } from '@ninesixteen/shared/sound/beats'
import { workerScript } from '../trusted-script.ts'
import { soundWorkerUrl } from '../worker-script.ts'
import type { SoundReply, SoundRequest } from './sound-messages.ts'

export interface TrackFile {
  /** ADTS. */
  file: Uint8Array<ArrayBuffer>
  beats: Beats | null
  /** Seconds that a file lacks because it was cut off. */
  lostSeconds: number
}

export interface TrackFileOptions {
  onProgress(share: number): void
  signal: AbortSignal
}

/** Turns a sound file into a track in a worker, which ends with it. Rejects with an AppError that says what is wrong with the file. */
export function makeTrackFile(source: Blob, { onProgress, signal }: TrackFileOptions): Promise<TrackFile> {
  return new Promise<TrackFile>((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(workerScript(soundWorkerUrl), { type: 'module', name: 'sound' })
    const end = (): void => worker.terminate()
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.addEventListener('error', () => {
      end()
      reject(new AppError('SOUND_DAMAGED'))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<SoundReply>) => {
      if (data.kind === 'progress') return onProgress(data.share)
      end()
      if (data.kind === 'track') resolve(data)
      else
        reject(
          data.kind === 'refused'
            ? new AppError(data.code, data.details)
            : new AppError('SOUND_DAMAGED', {}, { cause: new Error(data.detail) }),
        )
    })
    worker.postMessage({ file: source } satisfies SoundRequest)
  })
}
