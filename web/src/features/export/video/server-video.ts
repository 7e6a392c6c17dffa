import { VIDEO_PATH } from '@ninesixteen/shared/api/limits'
import type { VideoRequest } from '@ninesixteen/shared/api/video'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { errorFromResponse } from '../../../api/api-error.ts'
import { retryIdempotent } from '../../../api/retry-lost-request.ts'
import { sessionFetch } from '../../../api/session-fetch.ts'

/**
 * Renders the MP4 on the server. Aborting the request stops the rendering; after a lost connection, a retry continues it on any process.
 * Throws an ApiError.
 */
export function serverVideo(spec: VideoSpec, signal?: AbortSignal): Promise<Blob> {
  const wanted: VideoRequest = {
    slides: spec.pictures.map((picture) => picture.slide),
    frames: spec.pictures.map((picture) => picture.frames),
    crossFade: spec.crossFade ?? 0,
  }
  const body = JSON.stringify(wanted)
  return retryIdempotent(async (idempotencyHeader) => {
    const headers = { 'content-type': 'application/json', ...idempotencyHeader }
    const response = await sessionFetch(new Request(VIDEO_PATH, { method: 'POST', headers, body, signal: signal ?? null }))
    if (!response.ok) throw await errorFromResponse(response)
    return response.blob()
  }, signal)
}
