import type { Context } from 'hono'
import { failed } from './answers.ts'
import { parseMetadata, shown } from './drive.ts'
import type { Files } from './files.ts'
import type { Grant } from './grants.ts'

/** Of metadata and bytes together. */
const BODY_MAX = 5 * 1024 * 1024
const BOUNDARY = /^multipart\/related\s*;(?:.*;)?\s*boundary="?([^";]{1,70})"?/i

interface Part {
  type: string
  bytes: Buffer
}

/** A small file with its metadata in one request: `multipart/related` (RFC 2387), first the JSON, then the bytes. */
export async function uploadMultipart(c: Context, grant: Grant, files: Files): Promise<Response> {
  const boundary = BOUNDARY.exec(c.req.header('content-type') ?? '')?.[1]
  if (boundary === undefined) return failed('badRequest', { message: 'Missing or malformed multipart/related content type.' })
  const body = Buffer.from(await c.req.arrayBuffer())
  if (body.byteLength > BODY_MAX) return failed('uploadTooLarge')
  const parts = partsOf(body, boundary)
  const [first, media] = parts ?? []
  if (parts?.length !== 2 || !first || !media) return failed('badRequest', { message: 'Malformed multipart body.' })
  if (!/^application\/json\s*(;|$)/i.test(first.type) || !media.type) return failed('badRequest', { message: 'Malformed multipart body.' })
  const metadata = parseMetadata(first.bytes.toString('utf8'))
  if (metadata instanceof Response) return metadata
  return shown(c, files.create({ ...metadata, mimeType: metadata.mimeType ?? media.type }, grant, new Uint8Array(media.bytes)))
}

/** The parts between the boundaries; null when the last one is missing or a part has no end of its headers. */
function partsOf(body: Buffer, boundary: string): Part[] | null {
  const mark = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line in front of it.
  const whole = Buffer.concat([Buffer.from('\r\n'), body])
  const parts: Part[] = []
  for (let at = whole.indexOf(mark); at >= 0; at = whole.indexOf(mark, at + mark.byteLength)) {
    const from = at + mark.byteLength
    if (whole.toString('latin1', from, from + 2) === '--') return parts
    const head = whole.indexOf('\r\n\r\n', from)
    const end = whole.indexOf(mark, from)
    if (head < 0 || end < head) return null
    const type = /^content-type:\s*([^\r\n]+)/im.exec(whole.toString('latin1', from, head))?.[1] ?? ''
    parts.push({ type: type.trim(), bytes: whole.subarray(head + 4, end) })
  }
  return null
}
