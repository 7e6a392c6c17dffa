import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Repeat } from '@ninesixteen/shared/api/recurrence'
import { AppError } from '@ninesixteen/shared/errors'
import { postRepeats } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { cancelPosts } from '../change-posts.ts'
import type { Scheduling } from '../post-services.ts'
import { readRepeat, waitsOf } from './list-recurrences.ts'

export interface EndedRepeat {
  repeat: Repeat
  cancelled: number
  late: number
}

/** Ends a repetition: first nothing more is made, then what waits is cancelled. Once more cancels what is left. */
export async function endRepeat(services: Scheduling, userId: string, id: string): Promise<EndedRepeat> {
  const waiting = await services.db.asUser(userId, async (tx) => {
    const own = and(eq(postRepeats.userId, userId), eq(postRepeats.id, id))
    // Whoever makes posts of it at this moment is waited for.
    const [row] = await tx.select({ id: postRepeats.id }).from(postRepeats).where(own).for('update')
    if (!row) throw new AppError('NOT_FOUND')
    await tx
      .update(postRepeats)
      .set({ endedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(own, isNull(postRepeats.endedAt)))
    const rows = await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(waitsOf(userId, id))
    return rows.map((post) => post.id)
  })
  const { cancelled, late } = waiting.length > 0 ? await cancelPosts(services, userId, waiting) : { cancelled: [], late: [] }
  return { repeat: await readRepeat(services, userId, id), cancelled: cancelled.length, late: late.length }
}
