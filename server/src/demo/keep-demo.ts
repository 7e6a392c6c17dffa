import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Db } from '../db/db.ts'
import { accounts, demos, userSettings, users } from '../db/schema.ts'

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
export async function keepDemo(db: Db, userId: string, { email, name, hash }: NewSignIn): Promise<'kept' | 'email-taken' | 'no-demo'> {
  try {
    return await db.asSystem(async (tx) => {
      const own = and(eq(demos.userId, userId), eq(demos.isShared, false), gt(demos.endsAt, sql`now()`))
      const gone = await tx.delete(demos).where(own).returning({ userId: demos.userId })
      if (gone.length === 0) return 'no-demo'
      const changed = { email, name, emailVerified: false, updatedAt: sql`now()` }
      await tx.update(users).set(changed).where(eq(users.id, userId))
      await tx.delete(accounts).where(eq(accounts.userId, userId))
      await tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: 'credential', password: hash })
      await tx.update(userSettings).set({ proPlan: false, planGranted: false }).where(eq(userSettings.userId, userId))
      return 'kept'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}
