import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../app-env.ts'

/** Smaller responses take the same few packets either way. */
const PACKED_FROM_BYTES = 8 * 1024
/** Up to here, compressing synchronously costs less than another thread: a page of sixty slideshows is 40 kB. Level 1 in all cases. */
const PACKED_HERE_BYTES = 64 * 1024
const LEVEL = { level: constants.Z_BEST_SPEED }

const gzipElsewhere = promisify(gzip)

/**
 * A JSON response in one piece, compressed where that helps. The framework's own middleware streams the compression, even of twenty bytes,
 * since it doesn't know the length; that took longer than most lookups.
 */
export async function jsonResponse(c: Context<AppEnv>, response: Response): Promise<Response> {
  const text = await response.text()
  const status = response.status as StatusCode
  const headers = Object.fromEntries(response.headers)
  if (text === '') return c.newResponse(null, status, headers)
  if (text.length < PACKED_FROM_BYTES || response.headers.get('content-type')?.startsWith('application/json') !== true)
    return c.newResponse(text, status, headers)
  headers['vary'] = 'accept-encoding'
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(c.req.header('accept-encoding') ?? '')) return c.newResponse(text, status, headers)
  const packed = text.length <= PACKED_HERE_BYTES ? gzipSync(text, LEVEL) : await gzipElsewhere(text, LEVEL)
  headers['content-encoding'] = 'gzip'
  return c.newResponse(new Uint8Array(packed), status, headers)
}
