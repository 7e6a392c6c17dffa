import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { userSettings, users } from '../db/schema-accounts.ts'

/** Creates a user who can't sign in, by default on the Pro plan. */
export async function insertUser(db: Pick<Db, 'asSystem'>, { name = 'Tester', isPro = true } = {}): Promise<string> {
  const userId = randomUUID().replaceAll('-', '')
  await db.asSystem(async (tx) => {
    await tx.insert(users).values({ id: userId, name, email: `${userId}@example.org` })
    if (isPro) await tx.update(userSettings).set({ proPlan: true }).where(eq(userSettings.userId, userId))
  })
  return userId
}
