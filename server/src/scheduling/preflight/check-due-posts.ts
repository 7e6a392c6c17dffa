import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { defineJob } from '../../jobs/job.ts'
import { tell } from '../../notices/notices.ts'
import type { Finding } from '../../publishing/platform-preflight.ts'
import { addEvents } from '../post-events.ts'
import { isDelivery, type PostRow } from '../post-rows.ts'
import type { Scheduling } from '../scheduling.ts'
import { plannedOf } from './planned-post.ts'
import { checkPosts } from './preflight.ts'

/** Time enough to mend what stands in the way, in minutes. */
const BEFORE_MINUTES = 60
/** Of one person and at a time: their slides are read as well. */
const TOGETHER = 20

export const checkDuePostsJob = defineJob({
  name: 'check-due-posts',
  data: z.object({}).loose(),
  every: '*/5 * * * *',
  retries: 2,
  retryAfter: 20,
  seconds: 280,
})

/** Looks at what goes out within the hour, and tells people what stands in its way. */
export async function checkDuePosts(services: Scheduling): Promise<void> {
  for (const { userId } of await peopleToCheck(services)) await checkPostsOf(services, userId)
}

/** Whose posts are to be looked at now. */
export function peopleToCheck({ db }: Pick<Scheduling, 'db'>): Promise<{ userId: string }[]> {
  return db.long.asSystem((tx) => tx.selectDistinct({ userId: scheduledPosts.userId }).from(scheduledPosts).where(isToBeChecked))
}

/** Once for the time it has: one that is moved is looked at again. */
const isToBeChecked = and(
  isDelivery(['waiting']),
  sql`${scheduledPosts.scheduledTime} > now()`,
  sql`${scheduledPosts.scheduledTime} <= now() + make_interval(mins => ${BEFORE_MINUTES})`,
  sql`${scheduledPosts.checkedFor} is distinct from ${scheduledPosts.scheduledTime}`,
)

async function checkPostsOf(services: Scheduling, userId: string): Promise<void> {
  for (;;) {
    const rows = await services.db.asUser(userId, (tx) =>
      tx
        .select()
        .from(scheduledPosts)
        .where(and(eq(scheduledPosts.userId, userId), isToBeChecked))
        .orderBy(asc(scheduledPosts.scheduledTime), asc(scheduledPosts.id))
        .limit(TOGETHER),
    )
    for (const row of rows) {
      const problems = await checkPosts(services, userId, [plannedOf(row, { time: row.scheduledTime })])
      // What it can go out with was said when it was scheduled.
      const problem = problems.find(({ severity, code }) => severity === 'stop' || code === 'reconnect')
      await services.db.asUser(userId, (tx) => noteCheck(services, tx, { row, problem }))
    }
    if (rows.length < TOGETHER) return
  }
}

/** Nothing is said of a post that was changed or taken in hand meanwhile. */
async function noteCheck(services: Scheduling, tx: Tx, { row, problem }: { row: PostRow; problem: Finding | undefined }): Promise<void> {
  const { id: postId, userId, accountId } = row
  const noted = await tx
    .update(scheduledPosts)
    .set({ checkedFor: row.scheduledTime, ...(problem && { detail: problem.message }) })
    .where(and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId), eq(scheduledPosts.fence, row.fence), isToBeChecked))
    .returning({ id: scheduledPosts.id })
  if (noted.length === 0 || !problem) return
  await addEvents(tx, userId, [{ postId, kind: 'checked', text: problem.message }])
  const platform = row.platform as PlatformId
  await tell(services.jobs, tx, {
    userId,
    postId,
    kind: 'attention',
    cause: `preflight ${problem.code} ${platform} ${accountId}`,
    title: 'A post that goes out soon needs your attention',
    body: problem.message,
    href: problem.fixHref ?? `/post_scheduler?post=${postId}`,
  })
}
