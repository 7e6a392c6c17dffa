import { randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/idempotency'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { idempotencyKeys } from '../db/schema-idempotency.ts'
import { defineJob } from '../jobs/job.ts'

/** For how long a call may be repeated. A page repeats one for some seconds. */
const KEPT_MINUTES = 10
/** Of one person; the oldest make room. */
const OF_ONE = 50
/** Calls under one key that are paid for once. Few of those that a page makes reach anybody; who makes more pays for each. */
const CALLS_PAID_ONCE = 4
/** Longest answer that is kept, in UTF-16 code units: texts of a slide are a hundredth of it. */
const ANSWER_MAX = 64 * 1024

export interface IdempotencyKey {
  key: string
  /** Of what is asked for. */
  digest: string
}

export interface AcquiredKey {
  key: string
  /** This call, as long as no other one came under the same key. */
  asker: string
  /** Another call was there before. */
  isAgain: boolean
  /** The person's allowance was charged for it, and nothing has come of that yet. */
  isPaid: boolean
  /** What it was answered with, where that is kept. */
  answer: string | null
}

export function unusable(): AppError {
  return new AppError('INVALID_INPUT', { fields: IDEMPOTENCY_HEADER })
}

/**
 * From now on this call serves the wish, and whichever served it before does no more. One after another for each key. Throws INVALID_INPUT for a
 * key under which something else was asked for.
 */
export async function acquireKey(tx: Tx, userId: string, { key, digest }: IdempotencyKey): Promise<AcquiredKey> {
  const asker = randomUUID()
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.userId, userId), isOver))
  const [row] = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, digest, asker })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { asker, calls: sql`${idempotencyKeys.calls} + 1` },
      setWhere: eq(idempotencyKeys.digest, digest),
    })
    .returning({ calls: idempotencyKeys.calls, isPaid: idempotencyKeys.isPaid, answer: idempotencyKeys.answer })
  if (!row) throw unusable()
  if (row.calls === 1) await makeRoom(tx, userId)
  return { key, asker, isAgain: row.calls > 1, isPaid: row.isPaid && row.calls <= CALLS_PAID_ONCE, answer: row.answer }
}

async function makeRoom(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${idempotencyKeys} where user_id = ${userId} and key in (
      select key from ${idempotencyKeys} where user_id = ${userId} order by made_at desc, key offset ${OF_ONE}
    )`)
}

const mine = (userId: string, { key, asker }: Pick<AcquiredKey, 'key' | 'asker'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key), eq(idempotencyKeys.asker, asker))

/** Notes what became of the allowance and of the answer. False when the wish is another call's by now: then nothing is changed. */
export async function recordResult(
  tx: Tx,
  userId: string,
  { claim, answer, ...facts }: { claim: AcquiredKey; isPaid: boolean; answer?: string },
): Promise<boolean> {
  const kept = answer !== undefined && answer.length <= ANSWER_MAX ? { answer } : {}
  const noted = await tx
    .update(idempotencyKeys)
    .set({ ...facts, ...kept })
    .where(mine(userId, claim))
    .returning({ key: idempotencyKeys.key })
  return noted.length > 0
}

/** Nothing came of it: the next call under its key begins anew. False when it is another call's by now. */
export async function releaseKey(tx: Tx, userId: string, claim: AcquiredKey): Promise<boolean> {
  const dropped = await tx.delete(idempotencyKeys).where(mine(userId, claim)).returning({ key: idempotencyKeys.key })
  return dropped.length > 0
}

/** Whether no other call has taken it up. */
export async function isKeyHeld(db: Db, userId: string, claim: AcquiredKey): Promise<boolean> {
  const found = await db.asUser(userId, (tx) => tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(mine(userId, claim)))
  return found.length > 0
}

const isOver = lt(idempotencyKeys.madeAt, sql`now() - make_interval(mins => ${KEPT_MINUTES})`)

export const deleteExpiredKeysJob = defineJob({
  name: 'tidy-wishes',
  data: z.looseObject({}),
  retries: 2,
  seconds: 600,
  every: '*/10 * * * *',
})

/** Of people who ask for nothing more. */
export async function deleteExpiredKeys({ db }: { db: Db }): Promise<void> {
  await db.long.asSystem((tx) => tx.delete(idempotencyKeys).where(isOver))
}
