import { APIError } from 'better-auth/api'
import { and, eq, isNotNull } from 'drizzle-orm'
import { ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema.ts'

/**
 * Whoever was locked by an operator gets no session, whatever way in they take. Asked when the session is made, which is after the proof of who
 * they are: nobody else learns of it.
 */
export async function refuseLocked(db: Db, userId: string): Promise<void> {
  const isLocked = and(eq(users.id, userId), isNotNull(users.lockedAt))
  if ((await db.asSystem((tx) => tx.$count(users, isLocked))) > 0) throw refusal('ACCOUNT_LOCKED')
}

/** An error of the table as the accounts library throws its own. */
export function refusal(code: ErrorCode): APIError {
  return new APIError('FORBIDDEN', { code, message: ERRORS[code][1] })
}
