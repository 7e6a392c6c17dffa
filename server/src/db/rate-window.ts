import { databaseNow } from '../database-clock.ts'
import type { Db } from './db.ts'
import { rateLimits } from './schema-accounts.ts'

/** The longest window: rows are pruned when no window can count them any more. */
export const LONGEST_WINDOW_MS = 24 * 60 * 60 * 1000

export interface RateWindow {
  /** Uses since the window began, including this one. */
  count: number
  /** Until the window ends; at least 1. */
  secondsLeft: number
}

/**
 * One prepared statement, because every request of the public API counts. The commit doesn't wait for the disk: a crash of the database loses
 * the counts of its last moment.
 */
const COUNT = {
  name: 'count-use',
  text: `update rate_limits set
      count = case when last_request <= $2::bigint - $3::bigint then 1 else count + 1 end,
      last_request = case when last_request <= $2::bigint - $3::bigint then $2::bigint else least(last_request, $2::bigint) end
    where key = $1
    returning count, last_request::float8 as since, set_config('synchronous_commit', 'off', true)`,
}

/**
 * Counts a use of the key. A window begins with its first use, and later uses don't extend it. A window that begins in the future, because
 * the clock was set back, restarts now with its count; otherwise it would last too long.
 */
export async function countUse(db: Db, key: string, windowMs: number): Promise<RateWindow> {
  if (windowMs > LONGEST_WINDOW_MS) throw new RangeError(`The window of ${key} outlasts its row`)
  const now = Math.round(databaseNow())
  const count = async () => {
    const query = { ...COUNT, values: [key, now, windowMs] }
    const { rows } = await db.withNamedErrors(db.pool.query<{ count: number; since: number }>(query))
    return rows[0]
  }
  const row = (await count()) ?? (await addWindow(db, key, now).then(count))
  const since = row?.since ?? now
  return { count: row?.count ?? 1, secondsLeft: Math.max(1, Math.ceil((since + windowMs - now) / 1000)) }
}

/** Not with the count in one "on conflict": the table has two unique columns, and concurrent first uses can violate the one it doesn't name. */
async function addWindow(db: Db, key: string, now: number): Promise<void> {
  await db.asSystem((tx) => tx.insert(rateLimits).values({ id: key, key, count: 0, lastRequest: now }).onConflictDoNothing())
}
