import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of a stream, in hex. */
export async function hashOf(from: Readable, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(from, hash, { signal })
  return hash.digest('hex')
}
