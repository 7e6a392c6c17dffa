import { AppError } from '@ninesixteen/shared/errors'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { ApiError, type ApiErrorCode } from '../../../api/api-error.ts'
import { fileUrl } from '../../../api/file-urls.ts'
import { VideoFailure } from '../../../painter/video/video-messages.ts'
import type { VideoFault, VideoMethod } from '../../../painter/video/video-messages.ts'
import { makeVideo } from '../../../painter/video/make-video.ts'
import { serverVideo } from './server-video.ts'

export interface VideoExportOptions {
  signal?: AbortSignal
  /** Pictures of the film that are in the video, of all. Begins anew when another way is tried. */
  onProgress?: (done: number, total: number) => void
}

/** Ways to make a video here, the quick one first. */
const METHODS: readonly VideoMethod[] = ['held', 'every-frame']

/** What the server says that helps more than the advice to take another browser: of a photo, and that it only has to be asked again. */
const TELLING = new Set<ApiErrorCode>(['VIDEO_PHOTO_FAILED', 'VIDEO_BUSY', 'RATE_LIMITED'])

/** What a person reads when neither this browser nor the server made a video. */
function inWords(fault: VideoFault, cause: unknown): Error {
  switch (fault.kind) {
    case 'no-encoder':
      return new AppError('VIDEO_UNSUPPORTED', {}, { cause })
    case 'no-h264':
      return new AppError('VIDEO_NOT_MP4', {}, { cause })
    case 'stream':
    case 'recording':
      return new AppError('VIDEO_RECORDING_FAILED', {}, { cause })
    case 'photo':
      return new AppError('VIDEO_PHOTO_FAILED', { number: fault.number }, { cause })
    case 'other':
      return new Error(fault.detail, { cause })
    default:
      return fault satisfies never
  }
}

/** Makes the video in this browser, or says why it cannot. */
async function makeHere(film: VideoSpec, { signal, onProgress }: VideoExportOptions): Promise<Blob | VideoFault> {
  let fault: VideoFault = { kind: 'no-encoder' }
  for (const method of METHODS) {
    try {
      return await makeVideo(film, { resolveUrl: fileUrl, method, signal, onProgress })
    } catch (cause) {
      signal?.throwIfAborted()
      if (!(cause instanceof VideoFailure)) throw cause
      // The server finds no photo that is not there either.
      if (cause.fault.kind === 'photo') throw inWords(cause.fault, cause)
      fault = cause.fault
      if (fault.kind === 'no-encoder') break
    }
  }
  return fault
}

/**
 * The MP4 of a film: 1080 x 1920, 60 frames a second. Made in this browser, the quick way or else frame by frame; made by the server where
 * the browser has no encoder or a bad one. Rejects with the specification's messages; an aborted signal rejects with its reason.
 */
export async function exportVideo(film: VideoSpec, options: VideoExportOptions = {}): Promise<Blob> {
  const { signal, onProgress } = options
  signal?.throwIfAborted()
  if (film.pictures.length === 0) throw new AppError('VIDEO_NO_SLIDE')
  const made = await makeHere(film, options)
  if (made instanceof Blob) return made
  onProgress?.(0, film.pictures.length)
  try {
    return await serverVideo(film, signal)
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof ApiError && TELLING.has(cause.code)) throw cause
    throw inWords(made, cause)
  }
}
