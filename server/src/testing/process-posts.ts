import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { scheduledPosts } from '../db/schema-publishing.ts'
import type { Processed } from '../posts/publishing/publish-now.ts'
import { transitionAll } from '../posts/publishing/transition.ts'
import type { Services } from '../routes/services.ts'

/* Publishing without a worker: a test says when, and of which user. The product has workers do it. */

type Publishing = Pick<Services, 'db' | 'publisher'>

/** Longest that a post is carried on, in milliseconds. */
const PROCESS_MS = 25_000

/** Rounds of taking and waiting, as an account's posts come one after another, and a platform is asked more than once. Returns how many it took. */
async function carryOn(
  { db, publisher }: Publishing,
  whose: { userId: string; postId?: string },
  isOver: () => Promise<boolean>,
): Promise<number> {
  const { userId, postId } = whose
  const which = and(eq(scheduledPosts.userId, userId), postId === undefined ? undefined : eq(scheduledPosts.id, postId))
  const isInHand = and(which, eq(scheduledPosts.worker, publisher.worker), sql`${scheduledPosts.leaseUntil} > now()`)
  const end = performance.now() + PROCESS_MS
  let all = 0
  while (performance.now() < end) {
    const taken = await publisher.takeDue(Number.MAX_SAFE_INTEGER, whose)
    all += taken
    if (taken === 0 && (await isOver())) break
    while (performance.now() < end && (await db.asSystem((tx) => tx.$count(scheduledPosts, isInHand))) > 0) await wait(10)
    if (taken === 0) await wait(50)
  }
  return all
}

/** Publishes everything of a user that is due, to its next wait or end; returns how many posts were taken. */
export function processDue(services: Publishing, userId: string): Promise<number> {
  return carryOn(services, { userId }, async () => true)
}

/** Publishes one post, whenever its time is. */
export async function processPost(services: Publishing, userId: string, postId: string): Promise<Processed> {
  const { db } = services
  const isPost = and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId))
  const brought = await db.asUser(userId, (tx) => transitionAll(tx, isPost, { kind: 'brought-forward' }))
  if (brought.length === 0) return { processed: 0, errors: 0, total: 0 }
  const read = async () => {
    const { rows } = await db.asSystem((tx) =>
      tx.execute<{ status: string; isOver: boolean }>(sql`
        select p.status, p.status <> 'pending' or l.held_since is not null
          or greatest(p.next_at, l.paused_until) > now() + interval '5 seconds' as "isOver"
        from scheduled_posts p
        join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id where p.id = ${postId}`),
    )
    return rows[0]
  }
  await carryOn(services, { userId, postId }, async () => (await read())?.isOver ?? true)
  const errors = (await read())?.status === 'failed' ? 1 : 0
  return { processed: 1 - errors, errors, total: 1 }
}
