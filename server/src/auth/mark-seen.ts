import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema.ts'

/** Notes that an account is used, to the minute, as operators are shown it. Of many calls at once one writes. */
export async function markSeen(db: Db, userId: string): Promise<void> {
  const isDue = or(isNull(users.seenAt), lt(users.seenAt, sql`now() - interval '1 minute'`))
  await db.asSystem((tx) =>
    tx
      .update(users)
      .set({ seenAt: sql`now()` })
      .where(and(eq(users.id, userId), isDue)),
  )
}
