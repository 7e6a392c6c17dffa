import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'

/** Records that an account is in use, to the minute, for operators. Only one of several concurrent requests writes. */
export async function markSeen(db: Db, userId: string): Promise<void> {
  const isDue = or(isNull(users.seenAt), lt(users.seenAt, sql`now() - interval '1 minute'`))
  await db.asSystem((tx) =>
    tx
      .update(users)
      .set({ seenAt: sql`now()` })
      .where(and(eq(users.id, userId), isDue)),
  )
}
