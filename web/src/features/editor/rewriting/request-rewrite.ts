import type { RewriteReply, RewriteRequest } from '@ninesixteen/shared/api/rewrite'
import { REWRITE_PATH } from '@ninesixteen/shared/api/limits'
import { errorFromResponse } from '../../../api/api-error.ts'
import { retryIdempotent } from '../../../api/retry-lost-request.ts'
import { sessionFetch } from '../../../api/expected-user.ts'

/** Requests rewritten texts. The caller puts them into the slide. */
export async function requestRewrite(request: RewriteRequest, signal: AbortSignal): Promise<RewriteReply> {
  const body = JSON.stringify(request)
  const reply = await retryIdempotent(async (idempotencyHeader) => {
    const headers = { 'content-type': 'application/json', ...idempotencyHeader }
    const response = await sessionFetch(new Request(REWRITE_PATH, { method: 'POST', headers, body, signal }))
    if (!response.ok) throw await errorFromResponse(response)
    const answer: unknown = await response.json()
    return answer
  }, signal)
  const { rewriteReplySchema } = await import('@ninesixteen/shared/api/rewrite')
  return rewriteReplySchema.parse(reply)
}
