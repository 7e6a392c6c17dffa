import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { accounts, users, verifications } from '../db/schema-accounts.ts'
import { passkeys, signInAttempts } from '../db/schema-second-factor.ts'
import { endSessions } from './end-sessions.ts'
import { accountHash } from './sign-in-attempts.ts'

/** Ends all sessions and pending sign-ins of an account. */
export async function deleteSignInAttempts(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId)
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  // Pending challenges, such as a code or a new passkey, contain the user id in their text.
  await tx.delete(verifications).where(sql`position(${userId} in ${verifications.value}) > 0`)
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user) await tx.delete(signInAttempts).where(eq(signInAttempts.account, accountHash(user.email)))
}
