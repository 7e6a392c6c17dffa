import type { Fetch } from '../../../providers/http.ts'
import { formlessFault, PlatformError } from '../../../providers/platform-error.ts'
import { postingCall, type CallLimits } from '../../posting-call.ts'
import { retryAfter } from '../../../providers/read-response.ts'
import type { Chunk } from './chunks.ts'

/** TikTok promises 256 characters. */
const URL_MAX = 2048

export interface ChunkUpload extends Chunk {
  /** Size of the whole video, in bytes. */
  total: number
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * The result of a chunk. `stored`: TikTok expects more. `done`: TikTok has all of them. `again`: send the same chunk again. `out-of-order`:
 * TikTok expects another chunk, see the status. `expired`, `gone`: the URL no longer accepts chunks. `refused`: it doesn't match what was
 * announced.
 */
export type ChunkResult =
  | { kind: 'stored' }
  | { kind: 'done' }
  | { kind: 'again' }
  | { kind: 'out-of-order' }
  | { kind: 'expired' }
  | { kind: 'gone' }
  | { kind: 'refused' }

const RESULTS: Readonly<Record<number, ChunkResult>> = {
  206: { kind: 'stored' },
  201: { kind: 'done' },
  400: { kind: 'refused' },
  403: { kind: 'expired' },
  404: { kind: 'gone' },
  416: { kind: 'out-of-order' },
}

/** Sends chunks to a video's upload URL. The URL is a credential: it never appears in logs or errors. */
export function createChunkUpload(send: Fetch, sandbox: boolean) {
  const isGood = (url: string): boolean => {
    if (url.length > URL_MAX || !URL.canParse(url)) return false
    const { protocol, username } = new URL(url)
    return username === '' && (protocol === 'https:' || (sandbox && protocol === 'http:'))
  }

  return (uploadUrl: string, { from, to, total, bytes }: ChunkUpload, bounds: CallLimits = {}): Promise<ChunkResult> =>
    postingCall(bounds, async (signal) => {
      if (!isGood(uploadUrl)) throw new PlatformError({ fault: 'refused', status: 0, code: 'upload_address', sent: 'no' })
      const headers = { 'content-type': 'video/mp4', 'content-range': `bytes ${from}-${to}/${total}` }
      const response = await send(uploadUrl, { method: 'PUT', headers, body: bytes, signal })
      const { status } = response
      await response.body?.cancel()
      if (status >= 500) return { kind: 'again' }
      const result = RESULTS[status]
      if (result) return result
      throw new PlatformError({ ...formlessFault(status), status, code: 'unreadable_answer', retryAfterSeconds: retryAfter(response) })
    })
}
