import { CONTRACT_HEADER } from '@ninesixteen/shared/api/headers'
import { ApiError } from './api-error.ts'

/**
 * The contract version of calls that a server of the previous release lacks or answers differently. During a rolling upgrade, either release
 * may answer. All of these calls only read, so that repeating them is safe.
 */
const NEEDED: Readonly<Record<string, number>> = {
  'aiPhotos.read': 2,
  'aiPhotos.state': 2,
  'apiKeys.list': 2,
  'appRequests.read': 2,
  'brands.read': 2,
  'files.credits': 2,
  'fonts.list': 2,
  'ideas.page': 1,
  'media.list': 1,
  'media.overview': 1,
  'media.marks': 1,
  'media.ids': 1,
  'media.tags': 1,
  'media.summary': 1,
  'media.videoPhotos': 1,
  'projects.list': 1,
  'projects.variants': 2,
  'runs.get': 2,
  'runs.list': 2,
  'savedStyles.list': 2,
  'scheduledPosts.list': 1,
  'slideshowBatches.list': 2,
  'slideshowTemplates.list': 2,
  'stock.search': 2,
  'stock.services': 2,
  'stock.sounds': 2,
  'sounds.read': 2,
  'tracks.list': 2,
  'translations.latest': 2,
  'webhooks.deliveries': 2,
  'webhooks.list': 2,
}

/** Tries before the call fails with UNAVAILABLE, which the query client retries. */
const TRIES = 4
/** Long enough for a load balancer to choose another server, in milliseconds. */
const PAUSE_MS = 100

function isOlder(call: string, { status, headers }: Response): boolean {
  const needed = NEEDED[call]
  if (needed === undefined || (status !== 404 && status >= 300)) return false
  return Number(headers.get(CONTRACT_HEADER) ?? 0) < needed
}

/** Repeats a call until a server that supports it answers. */
export async function callNewerEndpoint(call: string, send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send()
    if (!isOlder(call, response)) return response
    if (attempt === TRIES) break
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new ApiError({ code: 'UNAVAILABLE', status: 503, message: 'The server is being updated. Please try again in a moment.' })
}
