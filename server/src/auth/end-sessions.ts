import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { sessions } from '../db/schema.ts'

/** Signs a person out everywhere. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Signs a person out everywhere but where the call comes from. */
export async function endSessionsBut(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}
