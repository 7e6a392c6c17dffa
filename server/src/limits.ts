import { sql } from 'drizzle-orm'
import type { Db, Tx } from './db/db.ts'
import { usageCounters } from './db/schema.ts'

/** Of whom and of what an allowance is: `ai.calls.minute` and so on. */
export interface Allowed {
  userId: string
  kind: string
}

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
export async function takeToken(db: Db, of: Allowed, rule: Limit & { amount?: number }): Promise<Taken> {
  const { userId, kind } = of
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
  const { used, retryAfter } = await usedNow(db, of, windowSeconds)
  return { allowed: false, remaining: Math.max(0, limit - used), retryAfterSeconds: retryAfter }
}

export interface Use extends Limit {
  kind: string
  amount: number
}

export interface Refusal {
  kind: string
  retryAfterSeconds: number
}

/**
 * Takes several amounts in one statement. The first kind that has not enough left is returned as refused: throw then, so that
 * the transaction takes back what was counted. Exact under race: the rows stay locked until the transaction ends.
 */
export async function takeTogether(tx: Tx, userId: string, uses: readonly Use[]): Promise<Refusal | null> {
  const counted = await tx
    .insert(usageCounters)
    .values(uses.map(({ kind, amount, windowSeconds }) => ({ userId, kind, amount, windowStart: windowNow(windowSeconds) })))
    .onConflictDoUpdate({
      target: [usageCounters.userId, usageCounters.kind, usageCounters.windowStart],
      set: { amount: sql`${usageCounters.amount} + excluded.amount` },
    })
    .returning({ kind: usageCounters.kind, amount: usageCounters.amount, now: sql<number>`extract(epoch from now())::float8` })
  for (const { kind, limit, windowSeconds } of uses) {
    const row = counted.find((candidate) => candidate.kind === kind)
    if (row && row.amount > limit) return { kind, retryAfterSeconds: Math.max(1, Math.ceil(windowSeconds - (row.now % windowSeconds))) }
  }
  return null
}

/** Adds to what was used without a limit: for what is only known afterwards, such as the tokens of an answer. */
export async function addUsage(db: Db, { userId, kind }: Allowed, use: { amount: number; windowSeconds: number }): Promise<void> {
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
export async function usedNow(db: Db, { userId, kind }: Allowed, windowSeconds: number): Promise<{ used: number; retryAfter: number }> {
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
