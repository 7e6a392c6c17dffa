import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { NewPosts, PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { POST_FORMS, POST_OPTIONS } from '@ninesixteen/shared/publishing/platforms'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Tx } from '../db/db.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { addMedia, dropFrozen, holdFiles, type FrozenFile } from './freeze/frozen-files.ts'
import { freezePictures } from './freeze/freeze-pictures.ts'
import { readPosts } from './list-posts.ts'
import { readOrder, type Order, type Target } from './order.ts'
import { addEvents } from './post-events.ts'
import { requireFewerPosts } from './post-rows.ts'
import { PostsRefused } from './posts-refused.ts'
import { checkPosts, type PlannedPost } from './preflight/preflight.ts'
import type { Scheduling } from './scheduling.ts'

/** A file that another post gave up while this one was made has to be drawn anew. */
const FREEZES_MAX = 3
export const FILM_DETAIL = 'The video is being made.'

export interface MadePosts {
  posts: ScheduledPost[]
  problems: PostProblem[]
}

/** Makes one post a target, all or none, with its pictures as they are now. The same request again answers the same posts. */
export async function createPosts(services: Scheduling, userId: string, { requestId, ...input }: NewPosts): Promise<MadePosts> {
  const earlier = await postsOfRequest(services, userId, requestId)
  if (earlier.length > 0) return { posts: earlier, problems: [] }
  const order = await services.db.asUser(userId, (tx) => readOrder(tx, userId, input))
  return placeOrder(services, userId, { order, requestId })
}

/** What would stop such posts, without making them. */
export async function checkOrder(services: Scheduling, userId: string, input: Omit<NewPosts, 'requestId'>): Promise<PostProblem[]> {
  const order = await services.db.asUser(userId, (tx) => readOrder(tx, userId, input))
  return checkPosts(services, userId, plannedPosts(order))
}

/** Checks, freezes and makes the posts of an order that was read. */
export async function placeOrder(
  services: Scheduling,
  userId: string,
  { order, requestId }: { order: Order; requestId: string },
): Promise<MadePosts> {
  const problems = await checkPosts(services, userId, plannedPosts(order))
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRefused(problems)
  for (let left = FREEZES_MAX; left > 0; left -= 1) {
    const frozen = await freezeOrder(services, userId, order)
    try {
      const ids = await services.db.asUser(userId, (tx) => insertPosts(tx, userId, { order, requestId, frozen }))
      if (ids) return { posts: await readPosts(services, userId, ids), problems }
    } catch (error) {
      await dropFrozen(services, userId, [...frozen.values()].flat())
      if (!isUniqueViolation(error)) throw error
      // The other one of two clicks was first.
      return { posts: await postsOfRequest(services, userId, requestId), problems }
    }
  }
  throw new AppError('SCHEDULE_FAILED')
}

async function postsOfRequest(services: Scheduling, userId: string, requestId: string): Promise<ScheduledPost[]> {
  const made = await services.db.asUser(userId, (tx) =>
    tx
      .select({ id: scheduledPosts.id })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.requestId, requestId))),
  )
  return readPosts(
    services,
    userId,
    made.map(({ id }) => id),
  )
}

function plannedPosts({ content, targets, time }: Order): PlannedPost[] {
  const { kind, snapshot } = content
  return targets.map((target) => ({ ...target, kind, pictures: snapshot.length, isDraft: time === null }))
}

/** The pictures of each form that the targets want, drawn once. Films are drawn afterwards: nobody should wait for them. */
async function freezeOrder(services: Scheduling, userId: string, { content, targets }: Order): Promise<Map<string, FrozenFile[]>> {
  const frozen = new Map<string, FrozenFile[]>()
  if (content.kind === 'video') return frozen
  try {
    for (const target of targets) {
      const form = POST_FORMS[target.platform]
      const key = formKey(target)
      if (!frozen.has(key)) frozen.set(key, await freezePictures(services, userId, { slides: content.snapshot, form }))
    }
    return frozen
  } catch (error) {
    await dropFrozen(services, userId, [...frozen.values()].flat())
    throw error
  }
}

function formKey({ platform }: Pick<Target, 'platform'>): string {
  const { pictures, pictureBytesMax } = POST_FORMS[platform]
  return `${pictures} ${pictureBytesMax}`
}

/** With what is taken where nothing was chosen; those of a draft may be incomplete. */
export function keptOptions(platform: PlatformId, options: Record<string, unknown>): Record<string, unknown> {
  const parsed = POST_OPTIONS[platform].safeParse(options)
  return parsed.success ? parsed.data : { ...options, platform }
}

interface NewRows {
  order: Order
  requestId: string
  frozen: ReadonlyMap<string, FrozenFile[]>
}

/** Null when a frozen file was taken away meanwhile. */
async function insertPosts(tx: Tx, userId: string, { order, requestId, frozen }: NewRows): Promise<string[] | null> {
  const { content, targets, time, timeZone, caption, description } = order
  if (!(await holdFiles(tx, userId, [...frozen.values()].flat()))) return null
  await requireFewerPosts(tx, userId, targets.length)
  const at = time === 'now' ? sql<Date>`now()` : time
  const state = time === null ? { delivery: 'draft' as const, nextAt: null } : { delivery: 'waiting' as const, nextAt: at }
  const detail = content.kind === 'video' ? FILM_DETAIL : null
  const media = new Map<string, readonly FrozenFile[]>()
  for (const { platform, accountId, options } of targets) {
    const id = randomUUID()
    const texts = { timeZone, caption, description, detail, requestId }
    await tx.insert(scheduledPosts).values({
      id,
      userId,
      ...content,
      platform,
      accountId,
      options: keptOptions(platform, options),
      scheduledTime: at,
      ...state,
      ...texts,
    })
    media.set(id, frozen.get(formKey({ platform })) ?? [])
  }
  await addMedia(tx, userId, media)
  const ids = [...media.keys()]
  const kind = time === null ? 'drafted' : 'scheduled'
  const text = time === null ? 'Saved as a draft.' : time === 'now' ? 'Scheduled for now.' : 'Scheduled.'
  await addEvents(
    tx,
    userId,
    ids.map((postId) => ({ postId, kind, text })),
  )
  return ids
}
