import { createHash } from 'node:crypto'

/** Hash of a request, to detect an idempotency key that is reused for a different one. */
export function requestDigest(kind: string, request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, request]))
    .digest('base64')
}
