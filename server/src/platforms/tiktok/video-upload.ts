import type { TiktokPosting } from './posting/client.ts'
import { planChunks, type Chunk } from './posting/chunks.ts'
import { tiktokFailure } from './posting/words.ts'
import type { AcceptedRequest, AdvanceOutcome, AttemptSealer, PublishRequest } from '../publishing.ts'

/** The stored state that resumes an upload after a crash. */
export function uploadOf(seal: AttemptSealer, { userId, attemptId }: PublishRequest<unknown>, uploadUrl: string): Record<string, unknown> {
  return { upload: seal.seal(uploadUrl, { userId, attemptId }) }
}

interface Upload {
  posting: TiktokPosting
  seal: AttemptSealer
  order: AcceptedRequest<unknown>
  uploadedBytes: number
}

/** TikTok's upload URLs expire after an hour. */
const ADDRESS_SECONDS = 3_500

/** Sends the chunks that have not arrived yet. The last one makes the video public, so each checks the lease first. */
export async function resumeUpload({ posting, seal, order: request, uploadedBytes }: Upload): Promise<AdvanceOutcome> {
  const sealed = request.resume?.['upload']
  const url = typeof sealed === 'string' ? seal.open(sealed, request) : null
  const [file] = request.files
  // Without the URL nothing more can arrive, so the video can't become public.
  if (url === null || !file || request.age > ADDRESS_SECONDS) return failedUpload(request)
  const remaining = planChunks(file.bytes).chunks.filter(({ from }) => from >= uploadedBytes)
  for await (const { chunk, bytes } of readChunks(await request.stream(file), remaining)) {
    request.mayAct()
    const result = await posting.uploadChunk(url, { ...chunk, total: file.bytes, bytes }, { signal: request.signal })
    if (result.kind === 'done') break
    if (result.kind === 'again' || result.kind === 'out-of-order')
      return { kind: 'working', seconds: 2, detail: 'The video is being sent.' }
    if (result.kind !== 'stored') return failedUpload(request)
  }
  return { kind: 'working', seconds: 2, detail: 'TikTok is processing it.' }
}

function failedUpload(request: AcceptedRequest<unknown>): AdvanceOutcome {
  const { retryReason, ...problem } = tiktokFailure('internal', '')
  return { kind: 'failed', problem: { ...problem, code: `upload_${request.kind}` }, retryReason }
}

/** Yields the bytes of each chunk, holding one in memory; skips bytes before the first chunk. */
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
