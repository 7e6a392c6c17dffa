import { and, eq, sql } from 'drizzle-orm'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { isAccountOfPost } from '../account-of-post.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { projects } from '../../db/schema-projects.ts'
import type { CalendarPost } from './calendar-text.ts'

const DAYS_BACK = 90
const DAYS_AHEAD = 365
const POSTS_MAX = 2000

/** Publishing time, or else scheduled time. */
const SHOWN_AT = sql<Date | null>`coalesce(${scheduledPosts.publishedAt}, ${scheduledPosts.scheduledTime})`.mapWith(
  scheduledPosts.scheduledTime,
)

/** Without the slides, which are most of a row. */
const COLUMNS = {
  id: scheduledPosts.id,
  platform: scheduledPosts.platform,
  caption: scheduledPosts.caption,
  description: scheduledPosts.description,
  status: scheduledPosts.status,
  delivery: scheduledPosts.delivery,
  errorMessage: scheduledPosts.errorMessage,
  at: SHOWN_AT,
  createdAt: scheduledPosts.createdAt,
  updatedAt: scheduledPosts.updatedAt,
  revision: scheduledPosts.fence,
}

/** The user's posts around today, in order; those nearest to now when there are more than the limit. */
export async function calendarPosts(tx: Tx, userId: string): Promise<CalendarPost[]> {
  const rows = await tx
    .select({ ...COLUMNS, title: projects.title, username: socialAccounts.username })
    .from(scheduledPosts)
    .leftJoin(projects, eq(projects.id, scheduledPosts.projectId))
    .leftJoin(socialAccounts, isAccountOfPost)
    .where(
      and(
        eq(scheduledPosts.userId, userId),
        sql`${SHOWN_AT} between now() - make_interval(days => ${DAYS_BACK}::integer) and now() + make_interval(days => ${DAYS_AHEAD}::integer)`,
      ),
    )
    .orderBy(sql`abs(extract(epoch from ${SHOWN_AT} - now()))`, scheduledPosts.id)
    .limit(POSTS_MAX)
  return rows
    .flatMap(({ at: time, platform, ...row }) => (time ? [{ ...row, platform: platform as PlatformId, at: time }] : []))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
}
