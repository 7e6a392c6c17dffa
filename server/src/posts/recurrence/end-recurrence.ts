import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RecurringPost } from '@ninesixteen/shared/api/recurrence'
import { AppError } from '@ninesixteen/shared/errors'
import { recurrences } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { cancelPosts } from '../change-posts.ts'
import type { PostServices } from '../post-services.ts'
import { readRecurrence, pendingOccurrences } from './list-recurrences.ts'

export interface EndedRecurrence {
  repeat: RecurringPost
  cancelled: number
  late: number
}

/** Ends a recurrence, then cancels its waiting posts. Calling it again cancels what is left. */
export async function endRecurrence(services: PostServices, userId: string, id: string): Promise<EndedRecurrence> {
  const waiting = await services.db.asUser(userId, async (tx) => {
    const own = and(eq(recurrences.userId, userId), eq(recurrences.id, id))
    // Waits for a job that is creating its posts.
    const [row] = await tx.select({ id: recurrences.id }).from(recurrences).where(own).for('update')
    if (!row) throw new AppError('NOT_FOUND')
    await tx
      .update(recurrences)
      .set({ endedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(own, isNull(recurrences.endedAt)))
    const rows = await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(pendingOccurrences(userId, id))
    return rows.map((post) => post.id)
  })
  const { cancelled, late } = waiting.length > 0 ? await cancelPosts(services, userId, waiting) : { cancelled: [], late: [] }
  return { repeat: await readRecurrence(services, userId, id), cancelled: cancelled.length, late: late.length }
}
