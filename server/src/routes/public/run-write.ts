import { AppError } from '@ninesixteen/shared/errors'
import { requestDigest } from '../../idempotency/idempotency-keys.ts'
import { acquire, EXTEND_MS, extendHold, release, store } from '../../idempotency/once.ts'
import { isDatabaseDown } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import type { PublicContext } from './procedures.ts'

/** Visible ASCII, as RFC 9110 allows it in a header without quotation. */
const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{1,255}$/

/** Runs a write once per Idempotency-Key; a retry gets the stored output. A failed write changed nothing, and its key can be used again. */
export async function runWrite<T>(context: PublicContext, request: { kind: string; input: unknown }, run: () => Promise<T>): Promise<T> {
  const { services, key, idempotencyKey, writeId } = context
  if (idempotencyKey === undefined || !IDEMPOTENCY_KEY.test(idempotencyKey)) throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
  const asOwner = <R>(work: (tx: Tx, ownerId: string) => Promise<R>) => services.db.asUser(key.ownerId, (tx) => work(tx, key.ownerId))
  const digest = requestDigest(`api ${request.kind}`, [request.input, context.upload?.hash ?? null])
  const claim = await asOwner((tx, ownerId) => acquire(tx, ownerId, { key: writeId, digest, mode: 'waits' }))
  if (claim.response !== null) {
    context.isReplayed = true
    return JSON.parse(claim.response) as T
  }
  context.lostSince = claim.lostSince
  const extend = () =>
    asOwner((tx, ownerId) => extendHold(tx, ownerId, claim)).catch((error: unknown) =>
      services.log.debug({ err: error }, 'The hold of an idempotency key was not extended'),
    )
  const timer = setInterval(() => void extend(), EXTEND_MS)
  let output: T
  try {
    output = await run()
  } catch (error) {
    // A lost database may have committed; the key stays held, and the next holder finds what exists.
    if (!isDatabaseDown(error)) await asOwner((tx, ownerId) => release(tx, ownerId, claim))
    throw error
  } finally {
    clearInterval(timer)
  }
  await asOwner((tx, ownerId) => store(tx, ownerId, { claim, response: JSON.stringify(output) }))
  return output
}
