import { randomUUID, createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { idempotencyKeys } from '../db/schema-idempotency.ts'
import { defineCron } from '../jobs/job.ts'

/** Lifetime of a key by its kind, in minutes. Pages retry for some seconds only, programs for a day. */
const LIFETIME_MINUTES = { page: 10, api: 24 * 60 } as const
/** A page's keys per user; new ones evict the oldest. */
const KEYS_PER_USER = 50
/** Requests under one key that are charged once. Only few retries of a page arrive; a caller who sends more pays for each. */
const CALLS_PAID_ONCE = 4
/** Longest stored response, in UTF-16 code units: a slide's texts are a hundredth of it. */
const RESPONSE_MAX = 64 * 1024

export interface IdempotencyKey {
  key: string
  /** Hash of the request. */
  digest: string
}

export interface AcquiredKey {
  key: string
  /** Id of this request, until another one acquires the key. */
  callId: string
  /** Whether an earlier request had the key. */
  isRetry: boolean
  /** Whether the user's quota was charged, without a result so far. */
  isPaid: boolean
  /** The stored response, if any. */
  answer: string | null
}

export function unusable(): AppError {
  return new AppError('INVALID_INPUT', { fields: IDEMPOTENCY_HEADER })
}

/**
 * Makes this request the key's holder, in place of any earlier one. Serialized per key. Throws INVALID_INPUT for a key that was used for a
 * different request.
 */
export async function acquireKey(tx: Tx, userId: string, { key, digest }: IdempotencyKey): Promise<AcquiredKey> {
  const callId = randomUUID()
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.userId, userId), isExpired))
  const [row] = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, digest, callId })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { callId, calls: sql`${idempotencyKeys.calls} + 1` },
      setWhere: eq(idempotencyKeys.digest, digest),
    })
    .returning({ calls: idempotencyKeys.calls, isPaid: idempotencyKeys.isPaid, answer: idempotencyKeys.answer })
  if (!row) throw unusable()
  if (row.calls === 1) await deleteOldest(tx, userId)
  return { key, callId, isRetry: row.calls > 1, isPaid: row.isPaid && row.calls <= CALLS_PAID_ONCE, answer: row.answer }
}

async function deleteOldest(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${idempotencyKeys} where user_id = ${userId} and key in (
      select key from ${idempotencyKeys} where user_id = ${userId} and kind = 'page' order by made_at desc, key offset ${KEYS_PER_USER}
    )`)
}

const isOwnClaim = (userId: string, { key, callId }: Pick<AcquiredKey, 'key' | 'callId'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key), eq(idempotencyKeys.callId, callId))

/** Stores the charge and the response. Returns false, without changes, if another request holds the key by now. */
export async function recordResult(
  tx: Tx,
  userId: string,
  { claim, answer, ...facts }: { claim: AcquiredKey; isPaid: boolean; answer?: string },
): Promise<boolean> {
  const stored = answer !== undefined && answer.length <= RESPONSE_MAX ? { answer } : {}
  const saved = await tx
    .update(idempotencyKeys)
    .set({ ...facts, ...stored })
    .where(isOwnClaim(userId, claim))
    .returning({ key: idempotencyKeys.key })
  return saved.length > 0
}

/** Releases the key without a result, so that the next request starts over. Returns false if another request holds it by now. */
export async function releaseKey(tx: Tx, userId: string, claim: AcquiredKey): Promise<boolean> {
  const deleted = await tx.delete(idempotencyKeys).where(isOwnClaim(userId, claim)).returning({ key: idempotencyKeys.key })
  return deleted.length > 0
}

/** Whether this request still holds the key. */
export async function isKeyHeld(db: Db, userId: string, claim: AcquiredKey): Promise<boolean> {
  const found = await db.asUser(userId, (tx) =>
    tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isOwnClaim(userId, claim)),
  )
  return found.length > 0
}

export const isExpired = lt(
  idempotencyKeys.madeAt,
  sql`now() - make_interval(mins => case ${idempotencyKeys.kind} when 'api' then ${LIFETIME_MINUTES.api}::integer
    else ${LIFETIME_MINUTES.page}::integer end)`,
)

export const deleteExpiredKeysJob = defineCron('tidy-wishes', '*/10 * * * *')

/** Also covers users who make no more requests. */
export async function deleteExpiredKeys({ db }: { db: Db }): Promise<void> {
  await db.long.asSystem((tx) => tx.delete(idempotencyKeys).where(isExpired))
}

/** Hash of a request, to detect an idempotency key that is reused for a different one. */
export function requestDigest(kind: string, request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, request]))
    .digest('base64')
}

/** A retry with the same idempotency key took over, and the page ignores this request's response. */
export class Superseded extends Error {
  constructor() {
    super('Superseded by a retry')
    this.name = 'TakenUp'
  }
}
