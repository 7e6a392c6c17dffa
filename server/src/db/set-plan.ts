import { eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openDb } from './db.ts'
import { userSettings, users } from './schema.ts'

/** Sets `pro_plan` of the account with this e-mail, in any case of letters; false when there is none. */
export async function setPlan(connection: pg.PoolConfig, change: { email: string; isPro: boolean }, log: Logger): Promise<boolean> {
  const db = openDb(connection, log)
  try {
    return await db.asSystem(async (tx) => {
      const owner = tx
        .select({ id: users.id })
        .from(users)
        .where(eq(sql`lower(${users.email})`, change.email.trim().toLowerCase()))
      const changed = await tx
        .update(userSettings)
        .set({ proPlan: change.isPro, updatedAt: sql`now()` })
        .where(inArray(userSettings.userId, owner))
      return (changed.rowCount ?? 0) > 0
    })
  } finally {
    await db.close()
  }
}
