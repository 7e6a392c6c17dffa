import { eq, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { PROJECTS_MAX, requireFewerRows } from '../db/row-limits.ts'
import { projects } from '../db/schema-projects.ts'
import { visitorOf } from '../auth/visitor-accounts.ts'

/** Slideshows of a trial, created in any way. */
const TRIAL_PROJECTS = 3

/** Call before creating a slideshow. Throws TRY_LIMIT or ROWS_MAX. */
export async function requireFewerProjects(tx: Tx, userId: string): Promise<void> {
  if ((await visitorOf(tx, userId)) !== 'trial') return requireFewerRows(tx, userId, PROJECTS_MAX)
  // Serialized, so that concurrent requests are all counted.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`trial:${userId}`}, 0))`)
  if ((await tx.$count(projects, eq(projects.userId, userId))) >= TRIAL_PROJECTS) throw new AppError('TRY_LIMIT')
}
