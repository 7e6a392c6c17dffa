import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { postMedia, publishAttempts, scheduledPosts } from '../db/schema-publishing.ts'
import { markForDeletion, removeMarked } from '../storage/sweep/mark-for-deletion.ts'
import { enqueueVideoRender } from './rendered-media/video-jobs.ts'
import { readPost } from './list-posts.ts'
import { readTime } from './post-request.ts'
import { nothingToConfirm } from './nothing-to-confirm.ts'
import { addEvents } from './post-events.ts'
import { areOwn, ENDED, isDelivery, isRetryable, ownPost, requireFewerPosts, tooLate } from './post-rows.ts'
import { plannedOf } from './preflight/planned-post.ts'
import { requirePublishable } from './preflight/require-publishable.ts'
import type { PostServices } from './post-services.ts'
import { transitionAll } from './publishing/transition.ts'

/** Schedules a failed, cancelled or missed post again. A waiting post stays as it is. */
export async function retryPost(
  services: PostServices,
  userId: string,
  { id, scheduledTime, seenAt = null }: { id: string; scheduledTime: string; seenAt?: Date | null },
): Promise<ScheduledPost> {
  const { row, time } = await services.db.asUser(userId, async (tx) => ({
    row: await ownPost(tx, userId, id),
    time: await readTime(tx, scheduledTime, seenAt),
  }))
  if (row.status === 'pending') return readPost(services, userId, id)
  if (!isRetryable(row)) throw tooLate(row)
  await requirePublishable(services, userId, [plannedOf(row, { time })])
  await services.db.asUser(userId, async (tx) => {
    await requireFewerPosts(tx, userId, 1)
    const retried = await transitionAll(tx, areOwn(userId, [id]), { kind: 'retried', time })
    // A concurrent request may have been first.
    if (retried.length > 0) await addEvents(tx, userId, [{ postId: id, kind: 'retried', text: 'Scheduled again.' }])
    if (row.kind === 'video') await enqueueVideoRender(services, tx, userId)
  })
  return readPost(services, userId, id)
}

/** When the attempt with the lost response began. */
const SENT_AT = sql<Date>`coalesce(
  (select ${publishAttempts.startedAt} from ${publishAttempts} where ${publishAttempts.postId} = ${scheduledPosts.id} and ${publishAttempts.phase} = 'unconfirmed'
    order by ${publishAttempts.attempt} desc limit 1),
  now())`

/** Records what the user found on the platform for an unconfirmed post. */
export async function confirmOutcome(
  services: PostServices,
  userId: string,
  { id, isThere }: { id: string; isThere: boolean },
): Promise<ScheduledPost> {
  await services.db.asUser(userId, async (tx) => {
    // An older time would mark the post as missed.
    const event = isThere ? { kind: 'found-on-platform' as const, sentAt: SENT_AT } : { kind: 'not-found-on-platform' as const }
    const confirmed = await transitionAll(tx, areOwn(userId, [id]), event)
    if (confirmed.length === 0) {
      throw await nothingToConfirm(tx, await ownPost(tx, userId, id))
    }
    await endAttempt(tx, { userId, postId: id, phase: isThere ? 'published' : 'failed' })
    const text = isThere ? 'You found it on the platform.' : 'You did not find it on the platform. Posting it again.'
    await addEvents(tx, userId, [{ postId: id, kind: 'settled', text }])
  })
  return readPost(services, userId, id)
}

/** Ends the attempt whose outcome the user has confirmed. */
async function endAttempt(
  tx: Tx,
  { userId, postId, phase }: { userId: string; postId: string; phase: 'published' | 'failed' },
): Promise<void> {
  await tx
    .update(publishAttempts)
    .set({ phase, live: false, finishedAt: sql`coalesce(${publishAttempts.finishedAt}, now())` })
    .where(and(eq(publishAttempts.userId, userId), eq(publishAttempts.postId, postId), eq(publishAttempts.phase, 'unconfirmed')))
}

/** Deletes ended posts and drafts, with the files that no other post shares. */
export async function removePosts(services: PostServices, userId: string, ids: readonly string[]): Promise<string[]> {
  const { removed, free } = await services.db.asUser(userId, async (tx) => {
    const removable = and(areOwn(userId, ids), isDelivery([...ENDED, 'draft']))
    const rows = await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(removable).for('update')
    const removableIds = rows.map(({ id }) => id)
    if (removableIds.length === 0) await requireAny(tx, userId, ids)
    const paths = removableIds.length === 0 ? [] : await pathsOf(tx, userId, removableIds)
    await tx.delete(scheduledPosts).where(areOwn(userId, removableIds))
    return { removed: removableIds, free: paths.length === 0 ? [] : await markForDeletion(tx, userId, paths) }
  })
  await removeMarked(services, userId, free)
  return removed
}

async function requireAny(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if ((await tx.$count(scheduledPosts, areOwn(userId, ids))) === 0) throw new AppError('NOT_FOUND')
}

async function pathsOf(tx: Tx, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ path: postMedia.path })
    .from(postMedia)
    .where(and(eq(postMedia.userId, userId), inArray(postMedia.postId, [...ids])))
  return rows.map(({ path }) => path)
}
