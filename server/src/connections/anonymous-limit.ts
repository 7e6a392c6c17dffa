import { and, like, lt } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../config/client-address.ts'
import { databaseNow } from '../database-clock.ts'
import type { Db } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { rateLimits } from '../db/schema-accounts.ts'

/** A limit for anonymous visitors, counted by their network address. */
export interface AnonymousLimit {
  /** Name of the counted action. */
  kind: string
  limit: number
  windowMs: number
}

const PREFIX = 'connect'
/** Rows of windows that ended long ago are deleted. */
const RETENTION_MS = 30 * 60 * 1000

/** Counts one use within its window; throws RATE_LIMITED past the limit. */
export async function admitAnonymous(db: Db, address: string, { kind, limit, windowMs }: AnonymousLimit): Promise<void> {
  const { count, secondsLeft } = await countUse(db, `${PREFIX}-${kind}:${addressGroup(address)}`, windowMs)
  if (count > limit) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
}

/** True for the first caller with this name only. The database stores `name` in plain text. */
export async function isFirstUse(db: Db, name: string): Promise<boolean> {
  const key = `${PREFIX}:${name}`
  return db.asSystem(async (tx) => {
    await tx
      .delete(rateLimits)
      .where(and(like(rateLimits.key, `${PREFIX}%`), lt(rateLimits.lastRequest, Math.round(databaseNow()) - RETENTION_MS)))
    const inserted = await tx
      .insert(rateLimits)
      .values({ id: key, key, count: 1, lastRequest: Math.round(databaseNow()) })
      .onConflictDoNothing()
      .returning({ key: rateLimits.key })
    return inserted.length > 0
  })
}
