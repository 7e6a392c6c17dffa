import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'

/**
 * The way in which the operator's room reads rows of others: past row security, reading only, and over the connections that nobody waits
 * for. What is asked through it are counts, sums and times, and of accounts their name and email. No slide, photo, caption, message, key or
 * token is selected here; a test plants a mark in every column of a person and looks for it in every answer of the room.
 */
export function readAsOperator<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.long.asSystem(async (tx) => {
    await tx.execute(sql`set transaction read only`)
    return read(tx)
  })
}

/** The same of what may be a second old: sums over everybody, which no act of the operator changes. */
export function readLateAsOperator<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.late.asSystem(read)
}
