import { and, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE, RETRYABLE, type Delivery } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../db/db.ts'
import { requireFewerRows, type RowLimit } from '../db/row-limits.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'

export type PostRow = typeof scheduledPosts.$inferSelect

/** Most waiting posts of one user: a dozen a day for more than a year. */
export const WAITING_POSTS_MAX = 5000

/** The user's post. Throws NOT_FOUND, also for the post of another user. */
export async function ownPost(tx: Tx, userId: string, id: string): Promise<PostRow> {
  return foundPost(await tx.select().from(scheduledPosts).where(isPost(userId, id)))
}

/** The user's post, locked until the transaction ends. */
export async function lockPost(tx: Tx, userId: string, id: string): Promise<PostRow> {
  return foundPost(await tx.select().from(scheduledPosts).where(isPost(userId, id)).for('update'))
}

function isPost(userId: string, id: string) {
  return and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.id, id))
}

function foundPost([row]: PostRow[]): PostRow {
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Passes the ids as one array parameter, because there may be hundreds. */
export function areOwn(userId: string, ids: readonly string[]): SQL | undefined {
  return and(eq(scheduledPosts.userId, userId), sql`${scheduledPosts.id} = any(${sql.param(ids)}::uuid[])`)
}

export function isDelivery(states: readonly Delivery[]): SQL {
  return sql`${scheduledPosts.delivery} = any(${sql.param(states)}::text[])`
}

/** The post cannot be on its platform yet. */
export const isChangeable = isDelivery(CHANGEABLE)

export function isRetryable({ delivery }: Pick<PostRow, 'delivery'>): boolean {
  return RETRYABLE.includes(delivery)
}

export const ENDED: readonly Delivery[] = ['published', 'failed', 'unconfirmed', 'cancelled', 'missed']

export function isEnded({ delivery }: Pick<PostRow, 'delivery'>): boolean {
  return ENDED.includes(delivery)
}

/** Why a post cannot be changed any more. */
export function tooLate(row: Pick<PostRow, 'delivery'>): AppError {
  return isEnded(row) ? new AppError('POST_ENDED', { status: row.delivery }) : new AppError('POST_SENDING')
}

/** All posts of a user, ended ones included. */
const POSTS_MAX: RowLimit = { table: scheduledPosts, limit: 50_000, plural: 'posts' }

/** Throws POSTS_MAX when the user would have too many waiting posts. Concurrent requests may exceed the limit by a few. */
export async function requireFewerPosts(tx: Tx, userId: string, added: number): Promise<void> {
  await requireFewerRows(tx, userId, POSTS_MAX)
  const waiting = await tx.$count(scheduledPosts, and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.status, 'pending')))
  if (waiting + added > WAITING_POSTS_MAX) throw new AppError('POSTS_MAX', { limit: WAITING_POSTS_MAX })
}
