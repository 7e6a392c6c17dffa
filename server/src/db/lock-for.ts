import { sql } from 'drizzle-orm'
import type { Tx } from './db.ts'

/** Waits for other transactions that hold the lock of this name, and holds it until this one ends. */
export async function lockFor(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
