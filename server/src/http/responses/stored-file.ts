import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { FileStore, ByteRange } from '../../storage/store/file-store.ts'
import type { AppEnv } from '../app-env.ts'

export interface StoredFile {
  /** Its key in the store. */
  path: string
  mimeType: string
  headers: Readonly<Record<string, string>>
}

/**
 * Responds with a stored file or the requested range of it; without ranges Safari plays no video, and no browser can seek. Null if the file
 * doesn't exist.
 */
export async function storedFileResponse(
  c: Context<AppEnv>,
  store: Pick<FileStore, 'size' | 'stream'>,
  { path, mimeType, headers }: StoredFile,
): Promise<Response | null> {
  const { signal } = c.req.raw
  const etag = tagOf(path)
  const commonHeaders = { ...headers, 'content-type': mimeType, 'accept-ranges': 'bytes', etag }
  const requested = c.req.header('range')
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers: { ...headers, etag } })
  const isRangeRequest = requested !== undefined && (c.req.header('if-range') ?? etag) === etag
  const bytes = isRangeRequest ? await store.size(path) : null
  const range = bytes === null ? 'whole' : byteRange(requested, bytes)
  if (range === 'beyond') return new Response(null, { status: 416, headers: { ...commonHeaders, 'content-range': `bytes */${bytes}` } })
  const part = range === 'whole' ? undefined : range
  const found = await store.stream(path, signal, part)
  if (!found) return null
  const responseHeaders = { ...commonHeaders, 'content-length': String(found.bytes) }
  if (!part) return new Response(found.body, { headers: responseHeaders })
  return new Response(found.body, {
    status: 206,
    headers: { ...responseHeaders, 'content-range': `bytes ${part.first}-${part.last}/${bytes}` },
  })
}

/** Content under a key never changes. The key is hashed, because holders of a link must not learn it. */
function tagOf(path: string): string {
  return `"${createHash('sha256').update(path).digest('base64url').slice(0, 22)}"`
}

/** A single range; spaces are allowed. */
const ONE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * The range of a file that a `Range` header requests. `whole` if there is none, several, or an invalid one, for all of which a full
 * response is correct; `beyond` if the range isn't satisfiable.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = ONE.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  const end = bytes - 1
  if (from === '') return Number(to) === 0 || bytes === 0 ? 'beyond' : { first: Math.max(0, bytes - Number(to)), last: end }
  const [first, last] = [Number(from), to === '' ? Number.POSITIVE_INFINITY : Number(to)]
  if (last < first) return 'whole'
  return first > end ? 'beyond' : { first, last: Math.min(last, end) }
}
