import { eq, sql } from 'drizzle-orm'
import { databaseNow } from '../database-clock.ts'
import type { Db } from './db.ts'
import { rateLimits } from './schema.ts'

export interface Counted {
  /** Uses since the first one of the window, this one included. */
  count: number
  /** Until the window is over; at least 1. */
  secondsLeft: number
}

/**
 * Counts a use of what the key names. A window begins with its first use; later ones do not prolong it. One that began in the future, because the
 * clock was set back, begins now with what it has counted: otherwise it would last for longer than a window.
 */
export async function countUse(db: Db, key: string, windowMs: number): Promise<Counted> {
  const now = Math.round(databaseNow())
  const isOver = sql`${rateLimits.lastRequest} <= ${now - windowMs}`
  // Two statements: the table has two unique columns, and of two first uses at once an "on conflict" of one of them can fail by the other.
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
