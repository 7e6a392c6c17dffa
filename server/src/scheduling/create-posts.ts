import { and, eq } from 'drizzle-orm'
import type { NewPosts, PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { isUniqueViolation } from '../db/database-error.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import type { FrozenFile } from './freeze/frozen-files.ts'
import { readPosts } from './list-posts.ts'
import { readOrder, type Order } from './order.ts'
import { placeOrders } from './place-orders.ts'
import { PostsRefused } from './posts-refused.ts'
import type { PlannedPost } from './preflight/planned-post.ts'
import { checkPosts } from './preflight/preflight.ts'
import type { Scheduling } from './scheduling.ts'

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
  { order, ...placed }: { order: Order; requestId: string; kept?: readonly FrozenFile[] },
): Promise<MadePosts> {
  const problems = await checkPosts(services, userId, plannedPosts(order))
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRefused(problems)
  try {
    const ids = await placeOrders(services, userId, { orders: [{ order, ...placed }] })
    return { posts: await readPosts(services, userId, ids), problems }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The other one of two clicks was first.
    return { posts: await postsOfRequest(services, userId, placed.requestId), problems }
  }
}

export async function postsOfRequest(services: Scheduling, userId: string, requestId: string): Promise<ScheduledPost[]> {
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

export function plannedPosts({ content, targets, time, timeZone }: Order): PlannedPost[] {
  const { projectId, kind, snapshot, film } = content
  const made = { projectId, kind, pictures: snapshot.length, snapshot, film }
  return targets.map((target) => ({ ...target, ...made, id: null, time, timeZone, isFrozen: false }))
}
