import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'

/**
 * How the operator page reads other users' rows: bypassing row security, read-only, on the pool for background work. Selects only counts,
 * sums and times, and names and emails of accounts. No slide, photo, caption, message, key or token; a test plants markers in every user
 * column and searches all responses for them.
 */
export function readAsOperator<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.long.asSystem(async (tx) => {
    await tx.execute(sql`set transaction read only`)
    return read(tx)
  })
}

/** The same with tolerance for a second of staleness: for sums over all users that no operator action changes. */
export function readStaleAsOperator<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.stale.asSystem(read)
}
