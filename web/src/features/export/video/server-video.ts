import { VIDEO_PATH } from '@ninesixteen/shared/api/limits'
import type { VideoRequest } from '@ninesixteen/shared/api/video'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { errorFromResponse } from '../../../api/api-error.ts'
import { retryIdempotent } from '../../../api/retry-lost-request.ts'
import { sessionFetch } from '../../../api/session-fetch.ts'

/**
 * The MP4 of a film as the server makes it. Ending the request ends the work there; when the connection is lost, it is taken up by whichever process
 * answers. Throws an ApiError when the server declines.
 */
export function serverVideo(film: VideoSpec, signal?: AbortSignal): Promise<Blob> {
  const wanted: VideoRequest = {
    slides: film.pictures.map((picture) => picture.slide),
    frames: film.pictures.map((picture) => picture.frames),
    crossFade: film.crossFade ?? 0,
  }
  const body = JSON.stringify(wanted)
  return retryIdempotent(async (wish) => {
    const headers = { 'content-type': 'application/json', ...wish }
    const response = await sessionFetch(new Request(VIDEO_PATH, { method: 'POST', headers, body, signal: signal ?? null }))
    if (!response.ok) throw await errorFromResponse(response)
    return response.blob()
  }, signal)
}
