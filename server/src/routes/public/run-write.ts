import { AppError } from '@ninesixteen/shared/errors'
import { requestDigest } from '../../idempotency/idempotency-keys.ts'
import { acquireWrite, releaseWrite, storeResponse, whileHeld } from '../../idempotency/stored-responses.ts'
import { isDatabaseDown } from '../../db/database-error.ts'
import type { PublicContext } from './procedures.ts'

/** Visible ASCII, as RFC 9110 allows it in a header without quotation. */
const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{1,255}$/

/** Runs a write once per Idempotency-Key; a retry gets the stored output. A failed write changed nothing, and its key can be used again. */
export async function runWrite<T>(context: PublicContext, request: { kind: string; input: unknown }, run: () => Promise<T>): Promise<T> {
  const { services, key, idempotencyKey, writeId } = context
  if (idempotencyKey === undefined || !IDEMPOTENCY_KEY.test(idempotencyKey)) throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
  const digest = requestDigest(`api ${request.kind}`, [request.input, context.upload?.hash ?? null])
  const acquired = await services.db.asUser(key.ownerId, (tx) => acquireWrite(tx, key.ownerId, { key: writeId, digest }))
  if ('response' in acquired) {
    context.isReplayed = true
    return JSON.parse(acquired.response) as T
  }
  const held = { key: writeId, callId: acquired.callId }
  context.lostSince = acquired.lostSince
  let output: T
  try {
    output = await whileHeld(services, key.ownerId, { held, work: run })
  } catch (error) {
    // A lost database may have committed; the key stays held, and the next holder finds what exists.
    if (!isDatabaseDown(error)) await services.db.asUser(key.ownerId, (tx) => releaseWrite(tx, key.ownerId, held))
    throw error
  }
  await services.db.asUser(key.ownerId, (tx) => storeResponse(tx, key.ownerId, { ...held, response: JSON.stringify(output) }))
  return output
}
