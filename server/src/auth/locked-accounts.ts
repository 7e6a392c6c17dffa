import { APIError } from 'better-auth/api'
import { and, eq, isNotNull } from 'drizzle-orm'
import { ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'

/**
 * Gives a locked account no session, by any way of signing in. Runs when the session is created, after the proof of identity, so that only
 * its owner learns of the lock.
 */
export async function refuseLocked(db: Db, userId: string): Promise<void> {
  const isLocked = and(eq(users.id, userId), isNotNull(users.lockedAt))
  if ((await db.asSystem((tx) => tx.$count(users, isLocked))) > 0) throw refusal('ACCOUNT_LOCKED')
}

/** An error of the table as an error of the accounts library. */
export function refusal(code: ErrorCode): APIError {
  return new APIError('FORBIDDEN', { code, message: ERRORS[code][1] })
}
