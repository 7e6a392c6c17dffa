import type { RewriteReply, RewriteRequest } from '@ninesixteen/shared/api/rewrite'
import { REWRITE_PATH } from '@ninesixteen/shared/api/limits'
import { errorFromResponse } from '../../../api/api-error.ts'
import { sessionFetch } from '../../../api/session-fetch.ts'

/** Asks the server for other texts. It stores nothing. */
export async function askRewrite(request: RewriteRequest, signal: AbortSignal): Promise<RewriteReply> {
  const response = await sessionFetch(
    new Request(REWRITE_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    }),
  )
  if (!response.ok) throw await errorFromResponse(response)
  const { rewriteReplySchema } = await import('@ninesixteen/shared/api/rewrite')
  return rewriteReplySchema.parse(await response.json())
}
