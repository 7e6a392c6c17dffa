import { CONTRACT_HEADER } from '@ninesixteen/shared/api/contract-number'
import { ApiError } from './api-error.ts'

/**
 * The contract that a call needs, where a server of the release before does not know it or answers otherwise. Servers are upgraded one after
 * another, and meanwhile any of them may answer. All of these calls only read, so they may be sent again.
 */
const NEEDED: Readonly<Record<string, number>> = {
  'ideas.page': 1,
  'media.list': 1,
  'media.overview': 1,
  'media.marks': 1,
  'media.ids': 1,
  'media.tags': 1,
  'media.summary': 1,
  'media.videoPhotos': 1,
  'projects.list': 1,
  'scheduledPosts.list': 1,
}

/** How often one is sent before the call fails as one does whose server is not ready, and is repeated as such. */
const TRIES = 4
/** Long enough for a balancer to choose another server. In milliseconds. */
const PAUSE_MS = 100

function isOlder(call: string, { status, headers }: Response): boolean {
  const needed = NEEDED[call]
  if (needed === undefined || (status !== 404 && status >= 300)) return false
  return Number(headers.get(CONTRACT_HEADER) ?? 0) < needed
}

/** Sends a call until a server answers that knows it. */
export async function callNewerEndpoint(call: string, send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await send()
    if (!isOlder(call, response)) return response
    if (tries === TRIES) break
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new ApiError({ code: 'UNAVAILABLE', status: 503, message: 'The server is being updated. Please try again in a moment.' })
}
