import { and, like, lt, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../auth/client-address.ts'
import type { Db } from '../db/db.ts'
import { rateLimits } from '../db/schema.ts'

/** What somebody who is not signed in may do, counted by where they come from. */
export interface VisitorLimit {
  /** What is counted, as a word. */
  kind: string
  limit: number
  windowMs: number
}

const PREFIX = 'connect'
/** Rows of windows that are over for long are of no use. */
const KEPT_MS = 30 * 60 * 1000

/** Counts one use since the first of its window; throws RATE_LIMITED past the limit. */
export async function admitVisitor(db: Db, address: string, { kind, limit, windowMs }: VisitorLimit): Promise<void> {
  const [key, now] = [`${PREFIX}-${kind}:${addressGroup(address)}`, Date.now()]
  const isOver = sql`${rateLimits.lastRequest} <= ${now - windowMs}`
  const [row] = await db.asSystem((tx) =>
    tx
      .insert(rateLimits)
      .values({ id: key, key, count: 1, lastRequest: now })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
          lastRequest: sql`case when ${isOver} then ${now}::bigint else ${rateLimits.lastRequest} end`,
        },
      })
      .returning({ count: rateLimits.count, since: rateLimits.lastRequest }),
  )
  if (row && row.count > limit) throw new AppError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil((row.since + windowMs - now) / 1000)) })
}

/** True for the first who names this, and for nobody after. `name` is no secret any more: it stands in the database. */
export async function isFirstUse(db: Db, name: string): Promise<boolean> {
  const key = `${PREFIX}:${name}`
  return db.asSystem(async (tx) => {
    await tx.delete(rateLimits).where(and(like(rateLimits.key, `${PREFIX}%`), lt(rateLimits.lastRequest, Date.now() - KEPT_MS)))
    const made = await tx
      .insert(rateLimits)
      .values({ id: key, key, count: 1, lastRequest: Date.now() })
      .onConflictDoNothing()
      .returning({ key: rateLimits.key })
    return made.length > 0
  })
}
