import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { removeFiles, type FileStorage } from '../stored-files.ts'
import { markForDeletion } from './mark-for-deletion.ts'

/** How long a post keeps its media after it ended: they can be rendered again from its slides. */
const RETENTION_DAYS = 30
/** Posts per batch. */
const BATCH_SIZE = 200

/** Releases the media of posts that ended long ago, unless another post uses them; returns the number of posts. */
export async function releaseEndedPosts(storage: FileStorage): Promise<number> {
  const db = storage.db.long
  const users = await db.asSystem((tx) =>
    tx
      .selectDistinct({ id: postMedia.userId })
      .from(postMedia)
      .innerJoin(scheduledPosts, eq(scheduledPosts.id, postMedia.postId))
      .where(hasEnded),
  )
  let released = 0
  for (const { id: userId } of users) {
    for (;;) {
      const { posts, free } = await db.asUser(userId, (tx) => releaseSome(tx, userId))
      await removeFiles(storage, userId, free)
      released += free.length
      if (posts < BATCH_SIZE) break
    }
  }
  return released
}

const hasEnded = and(
  sql`${scheduledPosts.delivery} in ('published', 'failed', 'unconfirmed', 'cancelled', 'missed')`,
  sql`${scheduledPosts.updatedAt} < now() - make_interval(days => ${RETENTION_DAYS})`,
)

async function releaseSome(tx: Tx, userId: string): Promise<{ posts: number; free: string[] }> {
  const found = await tx
    .selectDistinct({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .innerJoin(postMedia, eq(postMedia.postId, scheduledPosts.id))
    .where(and(eq(scheduledPosts.userId, userId), hasEnded))
    .limit(BATCH_SIZE)
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return { posts: 0, free: [] }
  const deleted = await tx
    .delete(postMedia)
    .where(and(eq(postMedia.userId, userId), inArray(postMedia.postId, ids)))
    .returning({ path: postMedia.path })
  return {
    posts: ids.length,
    free: await markForDeletion(
      tx,
      userId,
      deleted.map(({ path }) => path),
    ),
  }
}
