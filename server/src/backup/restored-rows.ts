import { and, inArray, lte, sql } from 'drizzle-orm'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { UNSENT } from '@ninesixteen/shared/publishing/delivery'
import type { Db } from '../db/db.ts'
import { renderQueue } from '../db/schema-render-queue.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { processes } from '../db/schema-store.ts'
import { addEvents } from '../posts/post-events.ts'

/** Deletes the processes of the backed-up instance and their renders: none of them uses the restored database. */
export async function deleteProcesses(db: Db): Promise<void> {
  await db.asSystem(async (tx) => {
    await tx.delete(renderQueue)
    await tx.delete(processes)
  })
}

/**
 * Holds posts that became due since the backup: the original instance may have published them, which this database doesn't know, so their
 * users decide. Posts in progress are reconciled by the publisher. Returns the number of held posts.
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
