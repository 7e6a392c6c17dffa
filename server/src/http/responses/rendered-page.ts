import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { acceptedEncoding, type Encoding, COMPRESS_MIN_BYTES } from './static-files.ts'

/** A document rendered at runtime, with its response headers. */
export interface RenderedPage {
  html: string
  status: 200 | 404
  etag: string
  /** Value of content-security-policy. */
  policy: string
  packed: Map<Encoding, Promise<Uint8Array>>
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** `policyOf` gets the hashes of the document's executable inline scripts; data blocks need none. */
export function renderPage(html: string, status: 200 | 404, policyOf: (inlineScripts: string[]) => string): RenderedPage {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
  return { html, status, etag, policy: policyOf(scriptHashes(html)), packed: new Map() }
}

function scriptHashes(html: string): string[] {
  const inline = [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g)]
  return inline.map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`)
}

async function pack(html: string, encoding: Encoding): Promise<Uint8Array> {
  const bytes = Buffer.from(html)
  if (encoding === 'gzip') return packGzip(bytes, { level: 9 })
  return packBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } })
}

/** Compresses once per encoding; responds 304 to a matching ETag. */
export async function sendPage(c: Context<AppEnv>, page: RenderedPage): Promise<Response> {
  const encoding = page.html.length >= COMPRESS_MIN_BYTES ? acceptedEncoding(c.req.header('accept-encoding')) : null
  const etag = encoding ? `${page.etag.slice(0, -1)}-${encoding}"` : page.etag
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': page.policy,
    etag,
    vary: 'Accept-Encoding',
  }
  if (page.status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  if (!encoding) return c.body(page.html, page.status, headers)
  let packed = page.packed.get(encoding)
  if (!packed) page.packed.set(encoding, (packed = pack(page.html, encoding)))
  const bytes = await packed
  return c.body(new Uint8Array(bytes), page.status, {
    ...headers,
    'content-encoding': encoding,
    'content-length': String(bytes.byteLength),
  })
}
