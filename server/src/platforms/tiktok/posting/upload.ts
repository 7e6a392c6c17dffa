import type { Fetch } from '../../../providers/http.ts'
import { formlessFault, PlatformError } from '../../../providers/platform-error.ts'
import { postingCall, type CallLimits } from '../../posting-call.ts'
import { retryAfter } from '../../../providers/read-answer.ts'
import type { Chunk } from './chunks.ts'

/** Longer addresses than the 256 characters that TikTok promises are none of it. */
const URL_MAX = 2048

export interface ChunkUpload extends Chunk {
  /** Of the whole video, in bytes. */
  total: number
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * What became of a chunk. `stored`: it is there, and more are expected. `done`: all are there, and TikTok goes on by itself. `again`: send the same
 * chunk once more. `out-of-order`: another one is expected, by what the status says has arrived. `expired`, `gone`: nothing can be sent to
 * this address any more. `refused`: it does not fit what was announced.
 */
export type ChunkAnswer =
  | { kind: 'stored' }
  | { kind: 'done' }
  | { kind: 'again' }
  | { kind: 'out-of-order' }
  | { kind: 'expired' }
  | { kind: 'gone' }
  | { kind: 'refused' }

const ANSWERS: Readonly<Record<number, ChunkAnswer>> = {
  206: { kind: 'stored' },
  201: { kind: 'done' },
  400: { kind: 'refused' },
  403: { kind: 'expired' },
  404: { kind: 'gone' },
  416: { kind: 'out-of-order' },
}

/** Sends chunks to the address that began a video. It is its own permission: it goes into no log and no error. */
export function createChunkUpload(send: Fetch, sandbox: boolean) {
  const isGood = (url: string): boolean => {
    if (url.length > URL_MAX || !URL.canParse(url)) return false
    const { protocol, username } = new URL(url)
    return username === '' && (protocol === 'https:' || (sandbox && protocol === 'http:'))
  }

  return (uploadUrl: string, { from, to, total, bytes }: ChunkUpload, bounds: CallLimits = {}): Promise<ChunkAnswer> =>
    postingCall(bounds, async (signal) => {
      if (!isGood(uploadUrl)) throw new PlatformError({ fault: 'refused', status: 0, code: 'upload_address', sent: 'no' })
      const headers = { 'content-type': 'video/mp4', 'content-range': `bytes ${from}-${to}/${total}` }
      const response = await send(uploadUrl, { method: 'PUT', headers, body: bytes, signal })
      const { status } = response
      await response.body?.cancel()
      if (status >= 500) return { kind: 'again' }
      const known = ANSWERS[status]
      if (known) return known
      throw new PlatformError({ ...formlessFault(status), status, code: 'unreadable_answer', retryAfterSeconds: retryAfter(response) })
    })
}
