import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { AppError } from '@ninesixteen/shared/errors'
import { derivedId } from '../derived-id.ts'

export interface IdempotencyKey {
  key: string
  /** Hash of the request. */
  digest: string
}

/** The error of a page's key that is invalid, or was used for a different request. */
export function unusable(): AppError {
  return new AppError('INVALID_INPUT', { fields: IDEMPOTENCY_HEADER })
}

/** Hash of a request, to detect an idempotency key that is reused for a different one. */
export function requestDigest(kind: string, request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, request]))
    .digest('base64')
}

/** The id of a write, from the caller's key and what it belongs to: the same for every retry, at every process. */
export function writeId(apiKeyId: string, idempotencyKey: string): string {
  return derivedId(`${apiKeyId}\n${idempotencyKey}`, 'from the hash')
}

/** A retry with the same idempotency key took over, and the page ignores this request's response. */
export class Superseded extends Error {
  constructor() {
    super('Superseded by a retry')
    this.name = 'TakenUp'
  }
}
