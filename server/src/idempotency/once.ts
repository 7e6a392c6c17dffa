import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { idempotencyKeys } from '../db/schema-idempotency.ts'
import { consume } from '../db/usage-limits.ts'
import { defineCron } from '../jobs/job.ts'
import { unusable, type IdempotencyKey } from './idempotency-keys.ts'

/*
 * One request at a time holds an idempotency key. A page's retry takes the key over: the page no longer reads the earlier response. A program's
 * retry waits for the stored response; its holder extends the hold, and if its process dies, the key becomes free after some seconds. Every
 * write of a program names its result by the key, so that the next holder finds the result of the lost one.
 */

/** Each mode with its stored kind, the lifetime of a key, and the longest stored response in UTF-16 code units. */
const MODES = {
  'takes-over': { kind: 'page', minutes: 10, responseMax: 64 * 1024 },
  waits: { kind: 'api', minutes: 24 * 60, responseMax: 512 * 1024 },
} as const
type Mode = keyof typeof MODES

/** A page's keys per user; new ones evict the oldest. */
const PAGE_KEYS = 50
/** Requests under one key that are charged once. Only few retries of a page arrive; a caller who sends more pays for each. */
const CALLS_PAID_ONCE = 4
/** How long a process that doesn't extend its hold still has a key: three extensions may fail. */
const HELD_SECONDS = 12
export const EXTEND_MS = 3_000
const RUNNING_SECONDS = 2
/** Writes per owner and day, which bounds the stored responses. */
const WRITES_A_DAY = { kind: 'api.writes.day', limit: 5000, windowSeconds: 86_400, amount: 1 }

const { userId: owner, key: name, answer, calls, heldUntil, isPaid, kind, madeAt } = idempotencyKeys
const isKey = (userId: string, key: string) => and(eq(owner, userId), eq(name, key))
const isHeld = (userId: string, { key, callId }: Claim) => and(isKey(userId, key), eq(idempotencyKeys.callId, callId))
const isStored = (userId: string, key: string) => and(isKey(userId, key), eq(kind, 'api'), isNotNull(answer))
const isExpired = lt(
  madeAt,
  sql`now() - make_interval(mins => case ${kind} when 'api' then ${MODES.waits.minutes}::integer else ${MODES['takes-over'].minutes}::integer end)`,
)
const HOLD = sql`now() + make_interval(secs => ${HELD_SECONDS}::integer)`

export interface Claim {
  key: string
  mode: Mode
  /** Id of this request, until another one acquires the key. */
  callId: string
  /** When an earlier request began that has no response; null for the first request with the key. */
  lostSince: Date | null
  /** Whether the user's quota was charged, without a result so far. */
  isPaid: boolean
  /** The stored response: there is nothing left to do. */
  response: string | null
}

/**
 * Makes this request the key's holder, or finds the stored response. Serialized per key. A key that was used for a different request throws
 * INVALID_INPUT or IDEMPOTENCY_KEY_REUSED. One that waits throws IDEMPOTENCY_KEY_RUNNING while another request holds the key, and RATE_LIMITED.
 */
export async function acquire(tx: Tx, userId: string, { key, digest, mode }: IdempotencyKey & { mode: Mode }): Promise<Claim> {
  const [callId, waits] = [randomUUID(), mode === 'waits']
  const claim = { key, mode, callId, lostSince: null, isPaid: false }
  await tx.delete(idempotencyKeys).where(and(isKey(userId, key), isExpired))
  const holder = { callId, heldUntil: waits ? HOLD : null }
  const isFree = waits ? and(isNull(answer), lt(heldUntil, sql`now()`)) : undefined
  const [held] = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, digest, kind: MODES[mode].kind, ...holder })
    .onConflictDoUpdate({
      target: [owner, name],
      set: { ...holder, calls: sql`${calls} + 1` },
      setWhere: and(eq(idempotencyKeys.digest, digest), isFree),
    })
    .returning({ calls, isPaid, madeAt, response: answer })
  if (held?.calls === 1) await (waits ? consume(tx, userId, WRITES_A_DAY) : deleteOldest(tx, userId))
  if (held) {
    const lostSince = held.calls === 1 ? null : held.madeAt
    return { ...claim, lostSince, isPaid: held.isPaid && held.calls <= CALLS_PAID_ONCE, response: held.response }
  }
  const [other] = await tx.select().from(idempotencyKeys).where(isKey(userId, key))
  if (other && other.digest !== digest) throw waits ? new AppError('IDEMPOTENCY_KEY_REUSED') : unusable()
  if (!other || other.answer === null) throw new AppError('IDEMPOTENCY_KEY_RUNNING', { seconds: RUNNING_SECONDS })
  return { ...claim, response: other.answer }
}

async function deleteOldest(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${idempotencyKeys} where user_id = ${userId} and key in (
      select key from ${idempotencyKeys} where user_id = ${userId} and kind = 'page' order by made_at desc, key offset ${PAGE_KEYS}
    )`)
}

interface Outcome {
  claim: Claim
  response?: string
  isPaid?: boolean
}

/** Stores the response, or releases the key if it is too long to store. Returns false, without changes, if another request holds the key by now. */
export async function store(tx: Tx, userId: string, { claim, response, ...charge }: Outcome): Promise<boolean> {
  if ((response?.length ?? 0) > MODES[claim.mode].responseMax) return release(tx, userId, claim)
  const set = { ...charge, ...(response !== undefined && { answer: response }) }
  return (await tx.update(idempotencyKeys).set(set).where(isHeld(userId, claim)).returning({ name })).length > 0
}

/** Releases the key without a result, so that the next request starts over. Returns false if another request holds it by now. */
export async function release(tx: Tx, userId: string, claim: Claim): Promise<boolean> {
  return (await tx.delete(idempotencyKeys).where(isHeld(userId, claim)).returning({ name })).length > 0
}

/** Whether this request still holds the key. */
export async function holds(db: Db, userId: string, claim: Claim): Promise<boolean> {
  return (await db.asUser(userId, (tx) => tx.$count(idempotencyKeys, isHeld(userId, claim)))) > 0
}

/** For a holder that waits: extends its hold. Call it again each time EXTEND_MS have passed. */
export async function extendHold(tx: Tx, userId: string, claim: Claim): Promise<void> {
  await tx.update(idempotencyKeys).set({ heldUntil: HOLD }).where(isHeld(userId, claim))
}

/** Frees the keys of all requests without a response, for a process that knows that no other one is alive. */
export async function endHolds(tx: Tx): Promise<void> {
  const [freed, isUnanswered] = [{ heldUntil: sql`now()` }, and(eq(kind, 'api'), isNull(answer))]
  await tx.update(idempotencyKeys).set(freed).where(isUnanswered)
}

/** Replaces the stored response of a program's write whose work has ended differently since. */
export async function replaceResponse(tx: Tx, userId: string, { key, response }: { key: string; response: string }): Promise<void> {
  await tx.update(idempotencyKeys).set({ answer: response }).where(isStored(userId, key))
}

/** The stored response of a program's write; null without one. */
export async function readResponse(tx: Tx, userId: string, key: string): Promise<string | null> {
  const [row] = await tx.select({ answer }).from(idempotencyKeys).where(isStored(userId, key))
  return row?.answer ?? null
}

export const deleteExpiredKeysJob = defineCron('tidy-wishes', '*/10 * * * *')

export async function deleteExpiredKeys({ db }: { db: Db }): Promise<void> {
  await db.long.asSystem((tx) => tx.delete(idempotencyKeys).where(isExpired))
}
