import { TRANSLATE_PATH } from '@ninesixteen/shared/api/limits'
import type { TranslateRequest } from '@ninesixteen/shared/api/translations'
import { errorFromResponse } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/expected-user.ts'
import { retryLostRequest } from '../../api/retry-lost-request.ts'

/** Translates a slideshow into one language; returns the id of the variant. */
export async function requestTranslation(request: TranslateRequest, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify(request)
  const reply = await retryLostRequest(async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await sessionFetch(new Request(TRANSLATE_PATH, { method: 'POST', headers, body, signal }))
    if (!response.ok) throw await errorFromResponse(response)
    const answer: unknown = await response.json()
    return answer
  }, signal)
  const { translateReplySchema } = await import('@ninesixteen/shared/api/translations')
  return translateReplySchema.parse(reply).projectId
}
