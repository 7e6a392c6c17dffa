import { and, eq } from 'drizzle-orm'
import { APIError } from 'better-auth/api'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema.ts'

/** Gives an unconfirmed account no session. Runs when the session is created, so that only a caller who knows the password learns of it. */
export async function refuseUnconfirmed(db: Db, userId: string): Promise<void> {
  const isWaiting = and(eq(users.id, userId), eq(users.awaitsConfirmation, true))
  if ((await db.asSystem((tx) => tx.$count(users, isWaiting))) > 0)
    throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not confirmed' })
}
