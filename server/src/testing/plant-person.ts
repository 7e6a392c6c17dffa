import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { userSettings, users } from '../db/schema.ts'

/** Somebody without a way to sign in, and with the Pro plan unless told otherwise: for what is done on people's behalf. */
export async function plantPerson(db: Pick<Db, 'asSystem'>, { name = 'Tester', isPro = true } = {}): Promise<string> {
  const userId = randomUUID().replaceAll('-', '')
  await db.asSystem(async (tx) => {
    await tx.insert(users).values({ id: userId, name, email: `${userId}@example.org` })
    if (isPro) await tx.update(userSettings).set({ proPlan: true }).where(eq(userSettings.userId, userId))
  })
  return userId
}
