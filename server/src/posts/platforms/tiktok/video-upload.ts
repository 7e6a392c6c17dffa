import type { TiktokPosting } from '../../../providers/tiktok/posting/client.ts'
import { planChunks, type Chunk } from '../../../providers/tiktok/posting/chunks.ts'
import { tiktokFailure } from '../../../providers/tiktok/posting/words.ts'
import type { AcceptedRequest, AdvanceOutcome, PublishRequest } from '../../publishing/platform-publishing.ts'

/** Anyone with the URL may upload to it, so it is stored sealed. */
export interface SealUpload {
  seal(text: string, whose: { userId: string; attemptId: string }): string
  open(sealed: string, whose: { userId: string; attemptId: string }): string | null
}

/** State to resume an upload after a crash. */
export function uploadOf(seal: SealUpload, { userId, attemptId }: PublishRequest, uploadUrl: string): Record<string, unknown> {
  return { upload: seal.seal(uploadUrl, { userId, attemptId }) }
}

interface Upload {
  posting: TiktokPosting
  seal: SealUpload
  order: AcceptedRequest
  uploadedBytes: number
}

/** The address is good for an hour. */
const ADDRESS_SECONDS = 3_500

/** Sends the chunks that have not arrived yet. The last one makes the video public, so each of them asks whether it may still be sent. */
export async function resumeUpload({ posting, seal, order, uploadedBytes }: Upload): Promise<AdvanceOutcome> {
  const sealed = order.resume?.['upload']
  const url = typeof sealed === 'string' ? seal.open(sealed, order) : null
  const [file] = order.files
  // Without the address nothing more can arrive, so nothing will be public.
  if (url === null || !file || order.age > ADDRESS_SECONDS) return another(order)
  const left = planChunks(file.bytes).chunks.filter(({ from }) => from >= uploadedBytes)
  for await (const { chunk, bytes } of readChunks(await order.stream(file), left)) {
    order.mayAct()
    const answer = await posting.uploadChunk(url, { ...chunk, total: file.bytes, bytes }, { signal: order.signal })
    if (answer.kind === 'done') break
    if (answer.kind === 'again' || answer.kind === 'out-of-order')
      return { kind: 'working', seconds: 2, detail: 'The video is being sent.' }
    if (answer.kind !== 'stored') return another(order)
  }
  return { kind: 'working', seconds: 2, detail: 'TikTok is processing it.' }
}

function another(order: AcceptedRequest): AdvanceOutcome {
  const { retryReason, ...problem } = tiktokFailure('internal', '')
  return { kind: 'failed', problem: { ...problem, code: `upload_${order.kind}` }, retryReason }
}

/** The bytes of each chunk, one at a time in memory; bytes before the first one are read and discarded. */
async function* readChunks(
  body: ReadableStream<Uint8Array>,
  chunks: readonly Chunk[],
): AsyncGenerator<{ chunk: Chunk; bytes: Uint8Array<ArrayBuffer> }> {
  const waiting = [...chunks]
  let chunk = waiting.shift()
  let bytes = new Uint8Array(chunk ? chunk.to - chunk.from + 1 : 0)
  let at = 0
  for await (const piece of body) {
    let rest = piece
    while (chunk && rest.byteLength > 0) {
      const skip = Math.min(Math.max(0, chunk.from - at), rest.byteLength)
      const part = rest.subarray(skip, skip + Math.max(0, chunk.to + 1 - at - skip))
      bytes.set(part, Math.max(0, at + skip - chunk.from))
      at += skip + part.byteLength
      rest = rest.subarray(skip + part.byteLength)
      if (at <= chunk.to) continue
      yield { chunk, bytes }
      chunk = waiting.shift()
      bytes = new Uint8Array(chunk ? chunk.to - chunk.from + 1 : 0)
    }
    at += rest.byteLength
    if (!chunk) return
  }
}
