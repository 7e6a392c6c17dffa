import { eq, sql } from 'drizzle-orm'
import { databaseNow } from '../database-clock.ts'
import type { Db } from './db.ts'
import { rateLimits } from './schema-accounts.ts'

export interface RateWindow {
  /** Uses since the window began, including this one. */
  count: number
  /** Until the window ends; at least 1. */
  secondsLeft: number
}

/**
 * Counts a use of the key. A window begins with its first use, and later uses don't extend it. A window that begins in the future, because
 * the clock was set back, restarts now with its count; otherwise it would last too long.
 */
export async function countUse(db: Db, key: string, windowMs: number): Promise<RateWindow> {
  const now = Math.round(databaseNow())
  const isOver = sql`${rateLimits.lastRequest} <= ${now - windowMs}`
  // Two statements: the table has two unique columns, and concurrent first uses can violate the one that "on conflict" doesn't name.
  const [row] = await db.asSystem(async (tx) => {
    await tx.insert(rateLimits).values({ id: key, key, count: 0, lastRequest: now }).onConflictDoNothing()
    return tx
      .update(rateLimits)
      .set({
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${isOver} then ${now}::bigint else least(${rateLimits.lastRequest}, ${now}::bigint) end`,
      })
      .where(eq(rateLimits.key, key))
      .returning({ count: rateLimits.count, since: rateLimits.lastRequest })
  })
  const since = row?.since ?? now
  return { count: row?.count ?? 1, secondsLeft: Math.max(1, Math.ceil((since + windowMs - now) / 1000)) }
}
