import { sql } from 'drizzle-orm'
import type { Db } from './db/db.ts'
import { usageCounters } from './db/schema.ts'

export interface Limit {
  /** Most that may be used within one window. */
  limit: number
  windowSeconds: number
}

export interface Taken {
  allowed: boolean
  /** What is left of the window's limit after this. */
  remaining: number
  /** Until the next window begins. */
  retryAfterSeconds: number
}

/**
 * Takes `amount` from a person's allowance of `kind`, all or nothing, exact when many requests ask at once. Windows are
 * multiples of their length since 1970 by the database's clock, so a window of 86,400 s begins at midnight UTC.
 */
export async function takeToken(db: Db, userId: string, kind: string, rule: Limit & { amount?: number }): Promise<Taken> {
  const { limit, windowSeconds, amount = 1 } = rule
  const windowStart = windowNow(windowSeconds)
  const [row] = await db.asUser(userId, (tx) =>
    tx
      .insert(usageCounters)
      // Nothing is inserted either when the very first use is more than the limit.
      .select(sql`select ${userId}::text, ${kind}::text, ${windowStart}, ${amount}::integer where ${amount}::integer <= ${limit}::integer`)
      .onConflictDoUpdate({
        target: [usageCounters.userId, usageCounters.kind, usageCounters.windowStart],
        set: { amount: sql`${usageCounters.amount} + ${amount}::integer` },
        setWhere: sql`${usageCounters.amount} + ${amount}::integer <= ${limit}::integer`,
      })
      .returning({ amount: usageCounters.amount, retryAfter: secondsLeft(windowSeconds) }),
  )
  if (row) return { allowed: true, remaining: limit - row.amount, retryAfterSeconds: row.retryAfter }
  const { used, retryAfter } = await usedNow(db, userId, kind, windowSeconds)
  return { allowed: false, remaining: Math.max(0, limit - used), retryAfterSeconds: retryAfter }
}

/** Adds to what was used without a limit: for what is only known afterwards, such as the tokens of an answer. */
export async function addUsage(db: Db, userId: string, kind: string, use: { amount: number; windowSeconds: number }): Promise<void> {
  const { amount, windowSeconds } = use
  await db.asUser(userId, (tx) =>
    tx
      .insert(usageCounters)
      .values({ userId, kind, windowStart: windowNow(windowSeconds), amount })
      .onConflictDoUpdate({
        target: [usageCounters.userId, usageCounters.kind, usageCounters.windowStart],
        set: { amount: sql`${usageCounters.amount} + ${amount}::integer` },
      }),
  )
}

/** What was used of `kind` in the current window. */
export async function usedNow(db: Db, userId: string, kind: string, windowSeconds: number): Promise<{ used: number; retryAfter: number }> {
  const { rows } = await db.asUser(userId, (tx) =>
    tx.execute<{ used: number; retry_after: number }>(sql`
      select coalesce(sum(amount), 0)::integer as used, ${secondsLeft(windowSeconds)} as retry_after
      from usage_counters where user_id = ${userId} and kind = ${kind} and window_start = ${windowNow(windowSeconds)}`),
  )
  return { used: rows[0]?.used ?? 0, retryAfter: rows[0]?.retry_after ?? windowSeconds }
}

function windowNow(windowSeconds: number) {
  return sql<Date>`to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}::integer) * ${windowSeconds}::integer)`
}

function secondsLeft(windowSeconds: number) {
  return sql<number>`(${windowSeconds}::integer - mod(floor(extract(epoch from now()))::bigint, ${windowSeconds}::integer))::integer`
}
