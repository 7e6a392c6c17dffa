import { and, eq, sql } from 'drizzle-orm'
import { recurrences } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { projects } from '../../db/schema-projects.ts'
import { refreshPosts } from '../refresh-posts.ts'
import type { PostServices } from '../post-services.ts'

/** A post takes the latest slides between these times before it is due, in minutes. */
const HOURS_BEFORE = 2
const MINUTES_BEFORE = 2

/** Updates the slides of recurring posts shortly before they go out, where the user chose that. */
export async function refreshOccurrences(services: PostServices, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  for (const { id, userId } of await outdatedPosts(services)) {
    if (signal?.aborted) return
    try {
      await refreshPosts(services, userId, [id])
    } catch (error) {
      services.log.warn({ err: error, postId: id }, 'a recurring post goes out with the slides it has')
    }
  }
}

/** Posts that go out soon and whose slides have changed. */
export function outdatedPosts({ db }: Pick<PostServices, 'db'>): Promise<{ id: string; userId: string }[]> {
  const at = scheduledPosts.scheduledTime
  // As the system, because the job has no user.
  return db.asSystem((tx) =>
    tx
      .select({ id: scheduledPosts.id, userId: scheduledPosts.userId })
      .from(scheduledPosts)
      .innerJoin(recurrences, eq(recurrences.id, scheduledPosts.repeatId))
      .innerJoin(projects, eq(projects.id, scheduledPosts.projectId))
      .where(
        and(
          eq(recurrences.usesLatest, true),
          eq(scheduledPosts.status, 'pending'),
          eq(scheduledPosts.delivery, 'waiting'),
          sql`${projects.version} > ${scheduledPosts.projectVersion}`,
          sql`${at} between now() + make_interval(mins => ${MINUTES_BEFORE}::integer) and now() + make_interval(hours => ${HOURS_BEFORE}::integer)`,
        ),
      )
      .orderBy(at),
  )
}
