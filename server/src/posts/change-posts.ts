import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { leavesOutLogos } from '@ninesixteen/shared/publishing/logos'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { storedOptions } from './insert-posts.ts'
import { readPost, readPosts } from './list-posts.ts'
import { reformatPost } from './refresh-posts.ts'
import { readTime, requireTexts, requireZone, type PostTime } from './post-request.ts'
import { addEvents, type PostEvent } from './post-events.ts'
import { areOwn, ownPost, tooLate } from './post-rows.ts'
import { plannedOf } from './preflight/planned-post.ts'
import { requirePublishable } from './preflight/require-publishable.ts'
import type { PostServices } from './post-services.ts'
import { transitionAll } from './publishing/transition.ts'
import type { DeliveryEvent, PostContentColumns } from './publishing/delivery-events.ts'

export interface PostChange {
  id: string
  scheduledTime?: string | null | undefined
  timeZone?: string | undefined
  caption?: string | undefined
  description?: string | undefined
  options?: Record<string, unknown> | undefined
}

/** A post whose time doesn't change keeps the wait that its platform asked for. */
function eventOfChange(time: PostTime | undefined, content: PostContentColumns): DeliveryEvent {
  if (time === undefined) return { kind: 'edited', content }
  return time === null ? { kind: 'unscheduled', content } : { kind: 'scheduled', time, content }
}

/** Changes a post that cannot be on its platform yet. */
export async function changePost(services: PostServices, userId: string, change: PostChange): Promise<ScheduledPost> {
  const { id, scheduledTime, timeZone, caption, description, options } = change
  requireTexts({ caption, description })
  if (timeZone !== undefined) requireZone(timeZone)
  const { row, time } = await services.db.asUser(userId, async (tx) => ({
    row: await ownPost(tx, userId, id),
    time: scheduledTime === undefined ? undefined : await readTime(tx, scheduledTime),
  }))
  const platform = row.platform as PlatformId
  const isDraft = time === undefined ? row.delivery === 'draft' : time === null
  const newOptions = options === undefined ? row.options : storedOptions(platform, options)
  if (!isDraft && (options !== undefined || row.delivery === 'draft'))
    await requirePublishable(services, userId, [plannedOf({ ...row, options: newOptions }, { time: time ?? row.scheduledTime })])
  const isShownAlike = postFormat(newOptions) === postFormat(row.options) && leavesOutLogos(newOptions) === leavesOutLogos(row.options)
  if (!isShownAlike && !(await reformatPost(services, userId, { row, options: newOptions }))) throw tooLate(row)
  await services.db.asUser(userId, async (tx) => {
    const content = {
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(caption === undefined ? {} : { caption }),
      ...(description === undefined ? {} : { description }),
      ...(options === undefined ? {} : { options: newOptions }),
    }
    const changed = await transitionAll(tx, areOwn(userId, [id]), eventOfChange(time, content))
    if (changed.length === 0) throw tooLate(await ownPost(tx, userId, id))
    await addEvents(tx, userId, eventsOf(change, time))
  })
  return readPost(services, userId, id)
}

function eventsOf({ id: postId, caption, description, options }: PostChange, time: PostTime | undefined): PostEvent[] {
  const isEdited = caption !== undefined || description !== undefined || options !== undefined
  return [
    ...(time === undefined ? [] : [{ postId, kind: 'moved' as const, text: movedTo(time) }]),
    ...(isEdited ? [{ postId, kind: 'edited' as const, text: 'Edited.' }] : []),
  ]
}

function movedTo(time: PostTime): string {
  if (time === null) return 'Moved to drafts.'
  return time === 'now' ? 'To be posted now.' : 'Moved to another time.'
}

/** Moves several posts, all or none of them. */
export async function movePosts(
  services: PostServices,
  userId: string,
  moves: readonly { id: string; scheduledTime: string; seenAt?: Date | null }[],
): Promise<ScheduledPost[]> {
  const ids = moves.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new AppError('INVALID_INPUT', { fields: 'posts' })
  const timeOf = new Map(moves.map(({ id, scheduledTime }) => [id, new Date(scheduledTime)]))
  const rows = await services.db.asUser(userId, async (tx) => {
    for (const { scheduledTime, seenAt } of moves) await readTime(tx, scheduledTime, seenAt)
    return tx.select().from(scheduledPosts).where(areOwn(userId, ids))
  })
  // A draft may lack required options.
  await requirePublishable(
    services,
    userId,
    rows.flatMap((row) => (row.delivery === 'draft' ? [plannedOf(row, { time: timeOf.get(row.id) ?? null })] : [])),
  )
  await services.db.asUser(userId, async (tx) => {
    for (const { id, scheduledTime } of moves) {
      const event = { kind: 'scheduled' as const, time: new Date(scheduledTime), content: {} }
      const moved = await transitionAll(tx, areOwn(userId, [id]), event)
      if (moved.length === 0) throw tooLate(await ownPost(tx, userId, id))
    }
    await addEvents(
      tx,
      userId,
      ids.map((postId) => ({ postId, kind: 'moved', text: 'Moved to another time.' })),
    )
  })
  return readPosts(services, userId, ids)
}

export interface CancelledPosts {
  cancelled: string[]
  late: string[]
}

/** Cancels all posts that are not being sent yet. An already cancelled post is no error. */
export async function cancelPosts(services: PostServices, userId: string, ids: readonly string[]): Promise<CancelledPosts> {
  return services.db.asUser(userId, async (tx) => {
    const newlyCancelled = await transitionAll(tx, areOwn(userId, ids), { kind: 'cancelled' })
    await addEvents(
      tx,
      userId,
      newlyCancelled.map(({ id: postId }) => ({ postId, kind: 'cancelled', text: 'Cancelled.' })),
    )
    const found = await tx
      .select({ id: scheduledPosts.id, delivery: scheduledPosts.delivery })
      .from(scheduledPosts)
      .where(areOwn(userId, ids))
    if (found.length === 0) throw new AppError('NOT_FOUND')
    const idsOf = (isCancelled: boolean) => found.filter(({ delivery }) => (delivery === 'cancelled') === isCancelled).map(({ id }) => id)
    return { cancelled: idsOf(true), late: idsOf(false) }
  })
}
