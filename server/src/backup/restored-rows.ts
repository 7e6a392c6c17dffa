import { and, inArray, lte, sql } from 'drizzle-orm'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { UNSENT } from '@ninesixteen/shared/publishing/delivery'
import type { Db } from '../db/db.ts'
import { renderQueue } from '../db/schema-render-queue.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { processes } from '../db/schema-store.ts'
import { addEvents } from '../posts/post-events.ts'

/** The processes that shared the database when the backup was made, and what they were drawing: none of them shares the restored one. */
export async function forgetProcesses(db: Db): Promise<void> {
  await db.asSystem(async (tx) => {
    await tx.delete(renderQueue)
    await tx.delete(processes)
  })
}

/**
 * What was due since the backup was made may have gone out from the instance that it was made of, and this database does not know: its person
 * decides. Of those that were being sent the publisher finds out by itself. Returns how many were held.
 */
export async function holdDuePosts(db: Db): Promise<number> {
  return db.asSystem(async (tx) => {
    const held = await tx
      .update(scheduledPosts)
      .set({
        delivery: 'unconfirmed',
        status: 'failed',
        nextAt: null,
        detail: null,
        leaseUntil: null,
        worker: null,
        fence: sql`${scheduledPosts.fence} + 1`,
        errorCode: 'restored',
        errorMessage: sql`'Restored from a backup made before this post was due: it may have been posted since. Check ' || ${labels} || ' before posting it again.'`,
        fixHref: null,
        updatedAt: sql`now()`,
      })
      .where(and(inArray(scheduledPosts.delivery, [...UNSENT]), lte(scheduledPosts.scheduledTime, sql`now()`)))
      .returning({ postId: scheduledPosts.id, userId: scheduledPosts.userId })
    const text = 'Restored from a backup made before this post was due.'
    for (const [userId, posts] of Map.groupBy(held, (post) => post.userId))
      await addEvents(
        tx,
        userId,
        posts.map(({ postId }) => ({ postId, kind: 'failed', text })),
      )
    return held.length
  })
}

const labels = sql`case platform ${sql.join(
  Object.entries(PLATFORMS).map(([id, { label }]) => sql`when ${id} then ${label}`),
  sql` `,
)} else platform end`
