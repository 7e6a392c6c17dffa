import { createHash } from 'node:crypto'

/** Of what was asked for under an idempotency key, so that the key with other content is noticed. */
export function requestDigest(kind: string, request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, request]))
    .digest('base64')
}
