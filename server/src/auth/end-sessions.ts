import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { sessions } from '../db/schema-accounts.ts'

/** Ends all sessions of a user except the current one. */
export async function endSessionsBut(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
  await endStreams(tx, userId)
}

/** Ends all sessions of a user. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await endStreams(tx, userId)
}

/** Closes the user's event streams when this transaction commits; pages with a valid session reconnect. */
async function endStreams(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify('person_changed', ${JSON.stringify({ userId, what: 'sessions' })})`)
}
