import { FOUND_SOUND_PATH } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { errorFromResponse, toApiError } from './api-error.ts'
import { sessionFetch } from './expected-user.ts'

/** The file of a found sound, through our server. Throws an ApiError, or an AppError where its host ends in the middle. */
export async function fetchFoundSound(token: string, signal: AbortSignal): Promise<Blob> {
  const [body, headers] = [JSON.stringify({ token }), { 'content-type': 'application/json' }]
  const request = new Request(FOUND_SOUND_PATH, { method: 'POST', headers, body, signal })
  const response = await sessionFetch(request).catch((cause: unknown) => {
    throw toApiError(cause)
  })
  if (!response.ok) throw await errorFromResponse(response)
  try {
    return await response.blob()
  } catch (cause) {
    throw signal.aborted ? toApiError(cause) : new AppError('FOUND_SOUND_FAILED', {}, { cause })
  }
}
