import { eq, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { demos } from '../db/schema-demos.ts'

/** The two kinds of temporary accounts. */
export type Visitor = 'demo' | 'trial'

/** Daily AI tokens of all accounts of a kind together. */
export type VisitorBudgets = Record<Visitor, number>

/** Whether the account of this transaction is a demo or a trial. */
export async function isDemo(tx: Tx, userId: string): Promise<boolean> {
  return (await visitorOf(tx, userId)) !== null
}

/** The kind of a temporary account; null for a regular one. */
export async function visitorOf(tx: Tx, userId: string): Promise<Visitor | null> {
  const [row] = await tx.select({ isTrial: demos.isTrial }).from(demos).where(eq(demos.userId, userId))
  if (!row) return null
  return row.isTrial ? 'trial' : 'demo'
}

/** A demo is accessible only from its visitor's browser, and stores no user secrets. */
export async function forbidInDemo(db: Db, userId: string): Promise<void> {
  if (await db.asUser(userId, (tx) => isDemo(tx, userId))) throw new AppError('DEMO_ACCOUNT')
}

/** Prevents a visitor of the former shared demo from affecting the others. */
export async function forbidInSharedDemo(db: Db, userId: string): Promise<void> {
  const [demo] = await db.asUser(userId, (tx) => tx.select({ isShared: demos.isShared }).from(demos).where(eq(demos.userId, userId)))
  if (demo?.isShared) throw new AppError('DEMO_SHARED')
}

/** Another demo never evicts a demo in use. */
export async function markDemoUsed(db: Db, userId: string): Promise<void> {
  const used = { usedAt: sql`now()` }
  await db.asSystem((tx) => tx.update(demos).set(used).where(eq(demos.userId, userId)))
}
