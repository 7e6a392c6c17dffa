import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { consume } from '../db/usage-limits.ts'
import { idempotencyKeys } from '../db/schema-idempotency.ts'
import { derivedId } from '../derived-id.ts'
import { isExpired, type IdempotencyKey } from './idempotency-keys.ts'

/*
 * Idempotency keys of the public API. One request at a time holds a key; the others wait for its stored response. While it runs, the holder
 * extends its hold. If its process dies, the key becomes free after some seconds: every write names its result by the key, so that the next request
 * finds the result of the lost one.
 */

/** How long a process that doesn't extend its hold still has a key: three extensions may fail. */
const HELD_SECONDS = 12
const EXTEND_MS = 3_000
const RUNNING_SECONDS = 2
/** Writes per owner and day, which bounds the stored responses. */
const WRITES_A_DAY = 5000
const DAY_SECONDS = 86_400
/** Longest stored response, in UTF-16 code units. */
const RESPONSE_MAX = 512 * 1024

/** The id of a write, from the caller's key and what it belongs to: the same for every retry, at every process. */
export function writeId(apiKeyId: string, idempotencyKey: string): string {
  return derivedId(`${apiKeyId}\n${idempotencyKey}`, 'from the hash')
}

const heldUntil = sql`now() + make_interval(secs => ${HELD_SECONDS}::integer)`

/** The holder of a key, and when an earlier one began that ended without a response; or the response that one stored. */
export type Acquired = { callId: string; lostSince: Date | null } | { response: string }

/** Throws IDEMPOTENCY_KEY_REUSED for another request's key, IDEMPOTENCY_KEY_RUNNING while another request holds it, and RATE_LIMITED. */
export async function acquireWrite(tx: Tx, ownerId: string, { key, digest }: IdempotencyKey): Promise<Acquired> {
  const callId = randomUUID()
  const isThis = and(eq(idempotencyKeys.userId, ownerId), eq(idempotencyKeys.key, key))
  await tx.delete(idempotencyKeys).where(and(isThis, isExpired))
  const isFree = sql`${idempotencyKeys.answer} is null and ${idempotencyKeys.heldUntil} < now()`
  const [held] = await tx
    .insert(idempotencyKeys)
    .values({ userId: ownerId, key, digest, callId, kind: 'api', heldUntil })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { callId, heldUntil, calls: sql`${idempotencyKeys.calls} + 1` },
      setWhere: and(eq(idempotencyKeys.digest, digest), isFree),
    })
    .returning({ calls: idempotencyKeys.calls, madeAt: idempotencyKeys.madeAt })
  if (held) {
    const use = { kind: 'api.writes.day', limit: WRITES_A_DAY, windowSeconds: DAY_SECONDS, amount: 1 }
    if (held.calls === 1) await consume(tx, ownerId, use)
    return { callId, lostSince: held.calls === 1 ? null : held.madeAt }
  }
  const [row] = await tx.select().from(idempotencyKeys).where(isThis)
  if (row && row.digest !== digest) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (!row || row.answer === null) throw new AppError('IDEMPOTENCY_KEY_RUNNING', { seconds: RUNNING_SECONDS })
  return { response: row.answer }
}

interface HoldDeps {
  db: Pick<Db, 'asUser'>
  log: Logger
}

interface Held {
  key: string
  callId: string
}

const isHeld = (ownerId: string, { key, callId }: Held) =>
  and(eq(idempotencyKeys.userId, ownerId), eq(idempotencyKeys.key, key), eq(idempotencyKeys.callId, callId))

/** Runs the work of a key's holder, and extends its hold meanwhile. */
export async function whileHeld<T>(
  { db, log }: HoldDeps,
  ownerId: string,
  { held, work }: { held: Held; work: () => Promise<T> },
): Promise<T> {
  const extend = () =>
    db
      .asUser(ownerId, (tx) => tx.update(idempotencyKeys).set({ heldUntil }).where(isHeld(ownerId, held)))
      .catch((error: unknown) => log.debug({ err: error }, 'The hold of an idempotency key was not extended'))
  const timer = setInterval(() => void extend(), EXTEND_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Frees the keys of all requests without a response, for a process that knows that no other one is alive. */
export async function endHolds(tx: Tx): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ heldUntil: sql`now()` })
    .where(and(eq(idempotencyKeys.kind, 'api'), isNull(idempotencyKeys.answer)))
}

/** Stores the response. One that is too long is not stored: a retry makes it again from what exists. */
export async function storeResponse(tx: Tx, ownerId: string, { response, ...held }: Held & { response: string }): Promise<void> {
  if (response.length > RESPONSE_MAX) return releaseWrite(tx, ownerId, held)
  await tx.update(idempotencyKeys).set({ answer: response }).where(isHeld(ownerId, held))
}

/** Frees the key of a request that changed nothing. */
export async function releaseWrite(tx: Tx, ownerId: string, held: Held): Promise<void> {
  await tx.delete(idempotencyKeys).where(isHeld(ownerId, held))
}

const isStored = (ownerId: string, key: string) =>
  and(eq(idempotencyKeys.userId, ownerId), eq(idempotencyKeys.key, key), eq(idempotencyKeys.kind, 'api'), isNotNull(idempotencyKeys.answer))

/** Replaces the stored response of a write whose work has ended differently since. */
export async function replaceResponse(tx: Tx, ownerId: string, { key, response }: { key: string; response: string }): Promise<void> {
  await tx.update(idempotencyKeys).set({ answer: response }).where(isStored(ownerId, key))
}

/** The stored response of a write; null without one. */
export async function readResponse(tx: Tx, ownerId: string, key: string): Promise<string | null> {
  const [row] = await tx.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys).where(isStored(ownerId, key))
  return row?.answer ?? null
}
