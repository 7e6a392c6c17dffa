import { randomUUID } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { endSessions } from './end-sessions.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { accounts, demos, emailChanges, userSettings, users } from '../db/schema.ts'

export interface NewSignIn {
  email: string
  name: string
  /** Of the password. */
  hash: string
}

/**
 * Makes a demo an account as every other: the same person with the same work, who signs in with a password, has the plan of a new account,
 * and does not end. A demo that all visitors share is nobody's to keep.
 */
export async function keepDemo(db: Db, userId: string, signIn: NewSignIn): Promise<'kept' | 'email-taken' | 'no-demo'> {
  try {
    const isKept = await db.asSystem((tx) => makeAccount(tx, userId, { ...signIn, emailVerified: false }))
    return isKept ? 'kept' : 'no-demo'
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}

/** One that is not over and that no others share. */
export const isOwnDemo = (userId: string) => and(eq(demos.userId, userId), eq(demos.isShared, false), gt(demos.endsAt, sql`now()`))

/** Signed up with, and waiting until the link in the mail expires: its content is kept so long, though nobody gets into it after its end. */
export const awaitsConfirmation = sql<boolean>`exists (select from ${emailChanges}
  where ${emailChanges.userId} = ${demos.userId} and ${emailChanges.keepHash} is not null and ${emailChanges.expiresAt} > now())`

/** Within a transaction; false where there is no demo to keep. An address that has an account already is a unique violation. */
export async function makeAccount(
  tx: Tx,
  userId: string,
  { email, name, hash, emailVerified }: NewSignIn & { emailVerified: boolean },
): Promise<boolean> {
  const isKeepable = and(eq(demos.userId, userId), eq(demos.isShared, false), or(gt(demos.endsAt, sql`now()`), awaitsConfirmation))
  const gone = await tx.delete(demos).where(isKeepable).returning({ userId: demos.userId })
  if (gone.length === 0) return false
  const changed = { email, name, emailVerified, updatedAt: sql`now()` }
  await tx.update(users).set(changed).where(eq(users.id, userId))
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: 'credential', password: hash })
  await tx.update(userSettings).set({ proPlan: false, planGranted: false }).where(eq(userSettings.userId, userId))
  // Those of the demo, when its address was confirmed: whoever did that gets one of their own.
  if (emailVerified) await endSessions(tx, userId)
  return true
}
