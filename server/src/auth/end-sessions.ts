import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { sessions } from '../db/schema.ts'

/** Signs a person out everywhere but where the call comes from. */
export async function endSessionsBut(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
  await endStreams(tx, userId)
}

/** Signs a person out everywhere. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await endStreams(tx, userId)
}

/** What pages of the person follow ends with this transaction; whoever has a session still asks anew. */
async function endStreams(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify('person_changed', ${JSON.stringify({ userId, what: 'sessions' })})`)
}
