import { and, asc, eq, sql } from 'drizzle-orm'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { isDatabaseDown } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { defineCron, type JobRun } from '../../jobs/job.ts'
import { notify } from '../../notifications/notifications.ts'
import type { Finding } from '../../platforms/preflight.ts'
import { addEvents } from '../post-events.ts'
import { areOwn, isDelivery, type PostRow } from '../post-rows.ts'
import type { PostServices } from '../post-services.ts'
import { transitionAll } from '../publishing/transition.ts'
import { plannedOf } from './planned-post.ts'
import { checkPosts } from './preflight.ts'

/** Leaves the user time to fix a problem, in minutes. */
const BEFORE_MINUTES = 60
/** Posts of one user read at a time, with their slides. */
const TOGETHER = 20

export const checkDuePostsJob = defineCron('check-due-posts', '*/5 * * * *', { retryAfter: 20, seconds: 280 })

/** Longest that one run checks posts of one user, and of all users, in milliseconds: the next run checks the rest. */
const OF_ONE_MS = 20_000
const OF_ALL_MS = 240_000

/**
 * Checks posts that are due within the hour, and notifies users of problems. A post whose check fails does not delay others: the next run tries
 * it again.
 */
export async function checkDuePosts(services: PostServices, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const deadline = performance.now() + OF_ALL_MS
  const failures: PostCheckFailure[] = []
  for (const { userId } of await usersToCheck(services)) {
    const until = Math.min(deadline, performance.now() + OF_ONE_MS)
    const isOver = () => signal.aborted || performance.now() > until
    if (!isOver()) failures.push(...(await checkPostsOf(services, userId, isOver)))
  }
  const [first] = failures
  if (first)
    services.log.warn({ err: first.error, post: first.postId, posts: failures.length }, 'Posts could not be checked before their time')
}

/** Users with posts to check now, by the time of their first post. */
export async function usersToCheck({ db }: Pick<PostServices, 'db'>): Promise<{ userId: string }[]> {
  return db.long.asSystem((tx) =>
    tx
      .select({ userId: scheduledPosts.userId })
      .from(scheduledPosts)
      .where(isToBeChecked)
      .groupBy(scheduledPosts.userId)
      .orderBy(sql`min(${scheduledPosts.scheduledTime})`),
  )
}

interface PostCheckFailure {
  postId: string
  error: unknown
}

/** Each post is checked once for its time, and again when it was moved. */
const isToBeChecked = and(
  isDelivery(['waiting']),
  sql`${scheduledPosts.scheduledTime} > now()`,
  sql`${scheduledPosts.scheduledTime} <= now() + make_interval(mins => ${BEFORE_MINUTES})`,
  sql`${scheduledPosts.checkedFor} is distinct from ${scheduledPosts.scheduledTime}`,
)

/** Returns the posts that could not be checked. */
async function checkPostsOf(services: PostServices, userId: string, isOver: () => boolean): Promise<PostCheckFailure[]> {
  const failures: PostCheckFailure[] = []
  const checked: string[] = []
  for (;;) {
    const rows = await services.db.asUser(userId, (tx) =>
      tx
        .select()
        .from(scheduledPosts)
        // A post whose check failed still counts as unchecked.
        .where(and(eq(scheduledPosts.userId, userId), isToBeChecked, sql`${scheduledPosts.id} <> all(${sql.param(checked)}::uuid[])`))
        .orderBy(asc(scheduledPosts.scheduledTime), asc(scheduledPosts.id))
        .limit(TOGETHER),
    )
    for (const row of rows) {
      if (isOver()) return failures
      checked.push(row.id)
      try {
        await checkRow(services, userId, row)
      } catch (error) {
        if (isDatabaseDown(error)) throw error
        failures.push({ postId: row.id, error })
      }
    }
    if (rows.length < TOGETHER) return failures
  }
}

async function checkRow(services: PostServices, userId: string, row: PostRow): Promise<void> {
  const problems = await checkPosts(services, userId, [plannedOf(row, { time: row.scheduledTime })])
  // The user saw the warnings when they scheduled it.
  const problem = problems.find(({ severity, code }) => severity === 'stop' || code === 'reconnect')
  await services.db.asUser(userId, (tx) => noteCheck(services, tx, { row, problem }))
}

/** Skips a post that was changed or claimed meanwhile. */
async function noteCheck(services: PostServices, tx: Tx, { row, problem }: { row: PostRow; problem: Finding | undefined }): Promise<void> {
  const { id: postId, userId, accountId } = row
  const isAsRead = and(areOwn(userId, [postId]), eq(scheduledPosts.fence, row.fence), isToBeChecked)
  const saved = await transitionAll(tx, isAsRead, { kind: 'preflight-checked', detail: problem?.message ?? null })
  if (saved.length === 0 || !problem) return
  await addEvents(tx, userId, [{ postId, kind: 'checked', text: problem.message }])
  const platform = row.platform as PlatformId
  await notify(services.jobs, tx, {
    userId,
    postId,
    kind: 'attention',
    cause: `preflight ${problem.code} ${platform} ${accountId}`,
    title: 'A post that goes out soon needs your attention',
    body: problem.message,
    href: problem.fixHref ?? `/post_scheduler?post=${postId}`,
  })
}
