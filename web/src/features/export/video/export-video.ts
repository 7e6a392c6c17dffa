import { AppError } from '@ninesixteen/shared/errors'
import { videoInFormat, type VideoFormat, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { VIDEO_PATH } from '@ninesixteen/shared/api/limits'
import type { VideoRequest } from '@ninesixteen/shared/api/video'
import { ApiError, type ApiErrorCode, errorFromResponse } from '../../../api/api-error.ts'
import { fileUrl } from '../../../api/file-urls.ts'
import { VideoFailure, type VideoFault, type VideoMethod } from '../../../painter/video/video-messages.ts'
import { makeVideo } from '../../../painter/video/make-video.ts'
import { retryIdempotent } from '../../../api/retry-lost-request.ts'
import { sessionFetch } from '../../../api/expected-user.ts'

/**
 * Renders the MP4 on the server. Aborting the request stops the rendering; after a lost connection, a retry continues it on any process.
 * Throws an ApiError.
 */
function serverVideo(spec: VideoSpec, { format, signal }: VideoExportOptions): Promise<Blob> {
  const wanted: VideoRequest = {
    slides: spec.pictures.map((picture) => picture.slide),
    frames: spec.pictures.map((picture) => picture.frames),
    crossFade: spec.crossFade ?? 0,
    motion: spec.motion ?? false,
    ...(spec.sound && { sound: spec.sound }),
    format,
  }
  const body = JSON.stringify(wanted)
  return retryIdempotent(async (idempotencyHeader) => {
    const headers = { 'content-type': 'application/json', ...idempotencyHeader }
    const response = await sessionFetch(new Request(VIDEO_PATH, { method: 'POST', headers, body, signal: signal ?? null }))
    if (!response.ok) throw await errorFromResponse(response)
    return response.blob()
  }, signal)
}

export interface VideoExportOptions {
  format: VideoFormat
  signal?: AbortSignal
  /** Number of encoded images, of all. Restarts at 0 when another method is tried. */
  onProgress?: (done: number, total: number) => void
}

/** Encoding methods of this browser, fastest first. */
const METHODS: readonly VideoMethod[] = ['held', 'every-frame']

/** Server errors that help more than the advice to use another browser. */
const SPECIFIC_ERRORS = new Set<ApiErrorCode>(['VIDEO_PHOTO_FAILED', 'VIDEO_SOUND_MISSING', 'VIDEO_BUSY', 'RATE_LIMITED'])

/** The error when neither this browser nor the server can render the video. */
function errorOf(fault: VideoFault, error: unknown): Error {
  switch (fault.kind) {
    case 'no-encoder':
      return new AppError('VIDEO_UNSUPPORTED', {}, { cause: error })
    case 'no-h264':
      return new AppError('VIDEO_NOT_MP4', {}, { cause: error })
    case 'stream':
    case 'recording':
      return new AppError('VIDEO_RECORDING_FAILED', {}, { cause: error })
    case 'photo':
      return new AppError('VIDEO_PHOTO_FAILED', { number: fault.number }, { cause: error })
    case 'sound':
      return new AppError('VIDEO_SOUND_MISSING', {}, { cause: error })
    case 'other':
      return new Error(fault.detail, { cause: error })
    default:
      return fault satisfies never
  }
}

/** Renders the video in this browser, or returns why it can't. */
async function renderInBrowser(spec: VideoSpec, { format, signal, onProgress }: VideoExportOptions): Promise<Blob | VideoFault> {
  const shown = videoInFormat(spec, format)
  let fault: VideoFault = { kind: 'no-encoder' }
  for (const method of METHODS) {
    try {
      return await makeVideo(shown, { resolveUrl: fileUrl, method, signal, onProgress })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof VideoFailure)) throw error
      // The server wouldn't find the file either.
      if (error.fault.kind === 'photo' || error.fault.kind === 'sound') throw errorOf(error.fault, error)
      fault = error.fault
      if (fault.kind === 'no-encoder') break
    }
  }
  return fault
}

/**
 * Renders an MP4 of the slides in a format with 60 fps in this browser, or on the server if the browser has no working encoder. Rejects with
 * the specified messages, or with the reason of an aborted signal.
 */
export async function exportVideo(spec: VideoSpec, options: VideoExportOptions): Promise<Blob> {
  const { signal, onProgress } = options
  signal?.throwIfAborted()
  if (spec.pictures.length === 0) throw new AppError('VIDEO_NO_SLIDE')
  const video = await renderInBrowser(spec, options)
  if (video instanceof Blob) return video
  onProgress?.(0, spec.pictures.length)
  try {
    return await serverVideo(spec, options)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ApiError && SPECIFIC_ERRORS.has(error.code)) throw error
    throw errorOf(video, error)
  }
}
