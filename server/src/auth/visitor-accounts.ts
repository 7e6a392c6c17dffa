import { eq, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { demos } from '../db/schema.ts'

/** A demo, or the trial of a stranger. */
export type Visitor = 'demo' | 'trial'

/** Tokens that all of a kind may use together a day. */
export type VisitorBudgets = Record<Visitor, number>

/** Whether an account of this transaction's is a demo, or the trial of a stranger. */
export async function isDemo(tx: Tx, userId: string): Promise<boolean> {
  return (await visitorOf(tx, userId)) !== null
}

/** What kind of a visitor's account it is; null for a person's own. */
export async function visitorOf(tx: Tx, userId: string): Promise<Visitor | null> {
  const [row] = await tx.select({ isTrial: demos.isTrial }).from(demos).where(eq(demos.userId, userId))
  if (!row) return null
  return row.isTrial ? 'trial' : 'demo'
}

/** A demo has no way in but its visitor's browser, and keeps no secret of anybody. */
export async function refuseInDemo(db: Db, userId: string): Promise<void> {
  if (await db.asUser(userId, (tx) => isDemo(tx, userId))) throw new AppError('DEMO_ACCOUNT')
}

/** What one visitor of the demo that all visitors shared would do to the others. */
export async function refuseInSharedDemo(db: Db, userId: string): Promise<void> {
  const [demo] = await db.asUser(userId, (tx) => tx.select({ isShared: demos.isShared }).from(demos).where(eq(demos.userId, userId)))
  if (demo?.isShared) throw new AppError('DEMO_SHARED')
}

/** A demo that is used is not ended to make room for another. */
export async function markDemoUsed(db: Db, userId: string): Promise<void> {
  const used = { usedAt: sql`now()` }
  await db.asSystem((tx) => tx.update(demos).set(used).where(eq(demos.userId, userId)))
}
