import { TRACKS_PATH } from '@ninesixteen/shared/api/limits'
import type { NewTrack, Track } from '@ninesixteen/shared/api/tracks'
import { errorFromResponse, toApiError } from './api-error.ts'
import { sessionFetch } from './expected-user.ts'
import { retryLostRequest } from './retry-lost-request.ts'

/** Uploads a track, and retries lost requests: its id makes them one. Throws an ApiError. */
export async function uploadTrack(
  file: Uint8Array<ArrayBuffer>,
  { id, name, bpm, beatOffset, token }: NewTrack,
  signal: AbortSignal,
): Promise<Track> {
  const query = new URLSearchParams({ id, name, beatOffset: String(beatOffset) })
  if (bpm !== null) query.set('bpm', String(bpm))
  if (token !== undefined) query.set('token', token)
  try {
    return await retryLostRequest(async () => {
      const headers = { 'content-type': 'audio/aac' }
      const response = await sessionFetch(new Request(`${TRACKS_PATH}?${query}`, { method: 'POST', headers, body: file, signal }))
      if (!response.ok) throw await errorFromResponse(response)
      // Typed by the same contract the server parses with.
      return (await response.json()) as Track
    }, signal)
  } catch (error) {
    throw toApiError(error)
  }
}
