import { and, eq, sql, type SQL } from 'drizzle-orm'
import { UNSENT } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../db/db.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { addEvents, type PostEventKind } from '../posts/post-events.ts'
import { transitionAll } from '../posts/publishing/transition.ts'
import { type DeliveryEvent } from '../posts/publishing/delivery-events.ts'
import { PLAN_DETAIL } from '../posts/waiting-details.ts'

/** Notes on the unsent posts of a user without the plan that they wait for it. The publisher holds them: it begins none. */
export async function holdPosts(tx: Tx, userId: string): Promise<void> {
  const isNew = sql`${scheduledPosts.waitsFor} is distinct from 'plan'`
  await note(tx, userId, { which: isNew, event: { kind: 'plan-lost', detail: PLAN_DETAIL }, kind: 'held', text: PLAN_DETAIL })
}

/** Removes that note, and has the workers look at what is due. */
export async function releasePosts(tx: Tx, userId: string): Promise<void> {
  const isHeld = eq(scheduledPosts.waitsFor, 'plan')
  await note(tx, userId, { which: isHeld, event: { kind: 'plan-back' }, kind: 'released', text: 'Goes on: you have Pro again.' })
  await tx.execute(sql`select pg_notify('posts_due', '')`)
}

interface Note {
  which: SQL
  event: DeliveryEvent
  kind: PostEventKind
  text: string
}

async function note(tx: Tx, userId: string, { which, event, kind, text }: Note): Promise<void> {
  const posts = await transitionAll(tx, and(eq(scheduledPosts.userId, userId), which), event)
  await addEvents(
    tx,
    userId,
    posts.map(({ id }) => ({ postId: id, kind, text })),
  )
}

/** Number of posts on hold, now or from a given time. */
export async function countPostsOnHold(tx: Tx, userId: string, from: Date | null): Promise<number> {
  const when = from === null ? sql`true` : sql`scheduled_time >= ${from.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ posts: number }>(sql`
    select count(*)::int as posts from scheduled_posts
    where user_id = ${userId} and status = 'pending' and delivery = any(${sql.param([...UNSENT])}::text[]) and ${when}`)
  return rows[0]?.posts ?? 0
}
