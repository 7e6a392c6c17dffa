import type { CaptionEvent, CaptionsRequest } from '@ninesixteen/shared/api/captions'
import { CAPTIONS_PATH } from '@ninesixteen/shared/api/limits'
import { ApiError } from '../../../api/api-error.ts'
import { readEventStream } from '../../../api/event-stream.ts'
import { retryIdempotent } from '../../../api/retry-lost-request.ts'
import { sessionFetch } from '../../../api/expected-user.ts'

const LOST_TEXT = 'The connection was lost. Please try again.'

/** Requests captions and reads them as they are written, to their end. */
export async function requestCaptions(
  request: CaptionsRequest,
  { onEvent, signal }: { onEvent(event: CaptionEvent): void; signal: AbortSignal },
): Promise<void> {
  const { captionEventSchema } = await import('@ninesixteen/shared/api/captions')
  const body = JSON.stringify(request)
  await retryIdempotent(async (idempotencyHeader) => {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...idempotencyHeader }
    const response = await sessionFetch(new Request(CAPTIONS_PATH, { method: 'POST', headers, body, signal }))
    const events: CaptionEvent[] = []
    await readEventStream(response, (data) => {
      const event = captionEventSchema.parse(JSON.parse(data))
      events.push(event)
      onEvent(event)
    })
    const last = events.at(-1)
    if (last?.type === 'done') return
    // The code of a newer server stays as it is.
    const code = last?.type === 'error' ? (last.code as ApiError['code']) : 'OFFLINE'
    throw new ApiError({ code, status: 0, message: last?.type === 'error' ? last.message : LOST_TEXT })
  }, signal)
}
