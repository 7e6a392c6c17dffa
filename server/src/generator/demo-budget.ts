import { sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { isDemo } from '../account/demo.ts'
import type { Db, Tx } from '../db/db.ts'
import { demoUsage } from '../db/schema.ts'

const TODAY = sql`(now() at time zone 'utc')::date`
const LEFT_OF_TODAY = sql<number>`extract(epoch from ${TODAY} + 1 - (now() at time zone 'utc'))::float8`

/** Counts what a demo asks for on the account of all of them; throws DEMO_BUDGET when it does not reach. Exact under race. */
export async function takeDemoTokens(tx: Tx, amount: number, limit: number): Promise<void> {
  const [row] = await tx
    .insert(demoUsage)
    .values({ day: TODAY, tokens: amount })
    .onConflictDoUpdate({ target: demoUsage.day, set: { tokens: sql`${demoUsage.tokens} + excluded.tokens` } })
    .returning({ tokens: demoUsage.tokens, secondsLeft: LEFT_OF_TODAY })
  if (row && row.tokens > limit) throw new AppError('DEMO_BUDGET', { seconds: Math.max(1, Math.ceil(row.secondsLeft)) })
}

/** Corrects it by what was really used. */
export async function correctDemoTokens(db: Db, userId: string, amount: number): Promise<void> {
  await db.asUser(userId, async (tx) => {
    if (!(await isDemo(tx, userId))) return
    await tx
      .insert(demoUsage)
      .values({ day: TODAY, tokens: amount })
      .onConflictDoUpdate({ target: demoUsage.day, set: { tokens: sql`${demoUsage.tokens} + excluded.tokens` } })
  })
}
