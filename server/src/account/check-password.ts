import { eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { countAttempt, refundAttempt, type SignInAttempt } from '../auth/sign-in-attempts.ts'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'
import type { Auth } from '../auth/auth.ts'

/**
 * Counts a password check within a session together with sign-in attempts: an intruder in an open session must not guess. Throws
 * RATE_LIMITED when the attempts are used up, from any address; the returned function removes the attempt after the right password.
 */
export async function countPasswordAttempt(db: Db, userId: string): Promise<() => Promise<void>> {
  const [user] = await db.asSystem((tx) => tx.select({ email: users.email }).from(users).where(eq(users.id, userId)))
  if (!user) throw new AppError('UNAUTHENTICATED')
  const one: SignInAttempt = { kind: 'password', email: user.email, isKnown: true }
  const seconds = await countAttempt(db, one)
  if (seconds > 0) throw new AppError('RATE_LIMITED', { seconds })
  return () => refundAttempt(db, one)
}

/** Asks for the password again before an irreversible action. Throws PASSWORD_WRONG, or RATE_LIMITED. */
export async function checkPassword({ auth, db }: { auth: Auth; db: Db }, userId: string, password: string): Promise<void> {
  const uncount = await countPasswordAttempt(db, userId)
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password
  if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('PASSWORD_WRONG')
  await uncount()
}
