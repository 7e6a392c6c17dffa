import { and, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from './db.ts'
import { usageCounters } from './schema-usage.ts'

/** Owner and kind of an allowance: `ai.calls.minute` and so on. */
export interface UsageKey {
  userId: string
  kind: string
}

export interface Use {
  kind: string
  amount: number
  /** Maximum within one window. */
  limit: number
  windowSeconds: number
}

export interface Refusal {
  kind: string
  /** Until the next window begins. */
  retryAfterSeconds: number
}

/**
 * Takes several amounts from a user's allowances in one statement. Returns the first exhausted kind, if any: throw then, so that the
 * transaction rolls back the increments. Exact under concurrency: the rows stay locked until the transaction ends. Windows are multiples of
 * their length since 1970 by the database's clock, so one of 86,400 s begins at midnight UTC.
 */
export async function consumeAll(tx: Tx, userId: string, uses: readonly Use[]): Promise<Refusal | null> {
  const counted = await tx
    .insert(usageCounters)
    .values(uses.map(({ kind, amount, windowSeconds }) => ({ userId, kind, amount, windowStart: windowNow(windowSeconds) })))
    .onConflictDoUpdate({ ...ONE_COUNTER, set: { amount: sql`${usageCounters.amount} + excluded.amount` } })
    .returning({ kind: usageCounters.kind, amount: usageCounters.amount, now: sql<number>`extract(epoch from now())::float8` })
  for (const { kind, limit, windowSeconds } of uses) {
    const row = counted.find((candidate) => candidate.kind === kind)
    if (row && row.amount > limit) return { kind, retryAfterSeconds: untilNextWindow(row.now, windowSeconds) }
  }
  return null
}

const untilNextWindow = (now: number, windowSeconds: number): number => Math.max(1, Math.ceil(windowSeconds - (now % windowSeconds)))

/** The refusal that `consumeAll` would return for the amount, without taking it; null if it is available. */
export async function findRefusal(tx: Tx, userId: string, { kind, amount, limit, windowSeconds }: Use): Promise<Refusal | null> {
  const used = await readUsage(tx, { userId, kind }, windowSeconds)
  if (used + amount <= limit) return null
  const { rows } = await tx.execute<{ now: number }>(sql`select extract(epoch from now())::float8 as now`)
  return { kind, retryAfterSeconds: untilNextWindow(rows[0]?.now ?? 0, windowSeconds) }
}

/** Takes one amount; throws RATE_LIMITED when its allowance is exhausted, so that the transaction rolls back. */
export async function consume(tx: Tx, userId: string, use: Use): Promise<void> {
  const refused = await consumeAll(tx, userId, [use])
  if (refused) throw new AppError('RATE_LIMITED', { seconds: refused.retryAfterSeconds })
}

/** Adds to a usage count without a limit: for amounts known only afterwards, such as the tokens of a response. */
export async function addUsage(db: Db, { userId, kind }: UsageKey, use: { amount: number; windowSeconds: number }): Promise<void> {
  const { amount, windowSeconds } = use
  await db.asUser(userId, (tx) =>
    tx
      .insert(usageCounters)
      .values({ userId, kind, windowStart: windowNow(windowSeconds), amount })
      .onConflictDoUpdate({ ...ONE_COUNTER, set: { amount: sql`${usageCounters.amount} + excluded.amount` } }),
  )
}

/** Gives back what was taken at `takenAt`, in that window: it may be over. */
export async function returnUsage(
  tx: Tx,
  { userId, kind }: UsageKey,
  given: { amount: number; windowSeconds: number; takenAt: Date },
): Promise<void> {
  const { amount, windowSeconds, takenAt } = given
  const isThen = eq(usageCounters.windowStart, windowOf(sql`${takenAt}::timestamptz`, windowSeconds))
  await tx
    .update(usageCounters)
    .set({ amount: sql`greatest(0, ${usageCounters.amount} - ${amount}::integer)` })
    .where(and(eq(usageCounters.userId, userId), eq(usageCounters.kind, kind), isThen))
}

/** The amount used in the current window. */
export async function readUsage(tx: Tx, { userId, kind }: UsageKey, windowSeconds: number): Promise<number> {
  const isNow = and(eq(usageCounters.userId, userId), eq(usageCounters.kind, kind), eq(usageCounters.windowStart, windowNow(windowSeconds)))
  const [used] = await tx.select({ amount: usageCounters.amount }).from(usageCounters).where(isNow)
  return used?.amount ?? 0
}

const ONE_COUNTER = { target: [usageCounters.userId, usageCounters.kind, usageCounters.windowStart] }

const windowNow = (windowSeconds: number) => windowOf(sql`now()`, windowSeconds)

function windowOf(time: SQL, windowSeconds: number) {
  return sql<Date>`to_timestamp(floor(extract(epoch from ${time}) / ${windowSeconds}::integer) * ${windowSeconds}::integer)`
}
