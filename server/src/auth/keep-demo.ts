import { randomUUID } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { endSessions } from './end-sessions.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { accounts, emailChanges, userSettings, users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'

export interface NewSignIn {
  email: string
  name: string
  /** Hash of the password. */
  hash: string
}

/**
 * Turns a demo into a regular account: the same user id and content, with password sign-in, a new account's plan, and no end. The former
 * shared demo can't be turned into one.
 */
export async function convertDemo(db: Db, userId: string, signIn: NewSignIn): Promise<'kept' | 'email-taken' | 'no-demo'> {
  try {
    const isConverted = await db.asSystem((tx) => createAccountFromDemo(tx, userId, { ...signIn, emailVerified: false }))
    return isConverted ? 'kept' : 'no-demo'
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}

/** A demo that isn't shared. */
export const isOwnDemo = (userId: string) => and(eq(demos.userId, userId), eq(demos.isShared, false), gt(demos.endsAt, sql`now()`))

/** Signed up and waiting for confirmation until the link expires: its content stays that long, although access ends with the demo. */
export const awaitsConfirmation = sql<boolean>`exists (select from ${emailChanges}
  where ${emailChanges.userId} = ${demos.userId} and ${emailChanges.keepHash} is not null and ${emailChanges.expiresAt} > now())`

/** Runs in a transaction; false if there is no demo. An address with an account is a unique violation. */
export async function createAccountFromDemo(
  tx: Tx,
  userId: string,
  { email, name, hash, emailVerified }: NewSignIn & { emailVerified: boolean },
): Promise<boolean> {
  const isConvertible = and(eq(demos.userId, userId), eq(demos.isShared, false), or(gt(demos.endsAt, sql`now()`), awaitsConfirmation))
  const deleted = await tx.delete(demos).where(isConvertible).returning({ userId: demos.userId })
  if (deleted.length === 0) return false
  const changed = { email, name, emailVerified, updatedAt: sql`now()` }
  await tx.update(users).set(changed).where(eq(users.id, userId))
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: 'credential', password: hash })
  await tx.update(userSettings).set({ proPlan: false, planGranted: false }).where(eq(userSettings.userId, userId))
  // A confirmation by mail starts a session of its own, so the demo's sessions end.
  if (emailVerified) await endSessions(tx, userId)
  return true
}
