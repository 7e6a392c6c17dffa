import { eq, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { demos } from '../db/schema.ts'

/** Whether an account of this transaction's is a demo. */
export async function isDemo(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(demos, eq(demos.userId, userId))) > 0
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
