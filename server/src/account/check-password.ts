import { eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { countAttempt, uncountAttempt, type SignInAttempt } from '../auth/sign-in-attempts.ts'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema.ts'
import type { Auth } from '../auth/auth.ts'

/**
 * Counts a password that is asked for in an open session with those that are tried at the sign-in: whoever finds one must not guess on. Throws
 * RATE_LIMITED when the tries are used up, whatever addresses they came from; the answer takes the try back, for the right password.
 */
export async function countPasswordAttempt(db: Db, userId: string): Promise<() => Promise<void>> {
  const [person] = await db.asSystem((tx) => tx.select({ email: users.email }).from(users).where(eq(users.id, userId)))
  if (!person) throw new AppError('UNAUTHENTICATED')
  const one: SignInAttempt = { kind: 'password', email: person.email, isKnown: true }
  const seconds = await countAttempt(db, one)
  if (seconds > 0) throw new AppError('RATE_LIMITED', { seconds })
  return () => uncountAttempt(db, one)
}

/** Before what cannot be taken back: the password once more. Throws PASSWORD_WRONG, or RATE_LIMITED. */
export async function checkPassword({ auth, db }: { auth: Auth; db: Db }, userId: string, password: string): Promise<void> {
  const takeBack = await countPasswordAttempt(db, userId)
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password
  if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('PASSWORD_WRONG')
  await takeBack()
}
