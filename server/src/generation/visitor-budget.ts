import { sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { visitorOf, type Visitor } from '../auth/visitor-accounts.ts'
import type { Db, Tx } from '../db/db.ts'
import { demoUsage } from '../db/schema-demos.ts'

const TODAY = sql`(now() at time zone 'utc')::date`
const SECONDS_LEFT_TODAY = sql<number>`extract(epoch from ${TODAY} + 1 - (now() at time zone 'utc'))::float8`

const USED = { demo: demoUsage.tokens, trial: demoUsage.trialTokens }
const REFUSED = { demo: 'DEMO_BUDGET', trial: 'TRY_BUDGET' } as const

function count(tx: Tx, visitor: Visitor, amount: number) {
  const field = visitor === 'demo' ? 'tokens' : 'trialTokens'
  return tx
    .insert(demoUsage)
    .values({ day: TODAY, [field]: amount })
    .onConflictDoUpdate({ target: demoUsage.day, set: { [field]: sql`${USED[visitor]} + ${amount}::bigint` } })
}

/** Reserves tokens from the shared budget of all demos or trials; throws when it is exceeded. Exact under concurrency. */
export async function reserveVisitorTokens(tx: Tx, visitor: Visitor, { amount, limit }: { amount: number; limit: number }): Promise<void> {
  const [row] = await count(tx, visitor, amount).returning({ tokens: USED[visitor], secondsLeft: SECONDS_LEFT_TODAY })
  if (row && row.tokens > limit) throw new AppError(REFUSED[visitor], { seconds: Math.max(1, Math.ceil(row.secondsLeft)) })
}

/** Corrects the reservation by actual usage. */
export async function correctVisitorTokens(db: Db, userId: string, amount: number): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const visitor = await visitorOf(tx, userId)
    if (visitor !== null) await count(tx, visitor, amount)
  })
}
