import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { sql } from 'drizzle-orm'
import { isDatabaseDown, isDatabaseFull } from '../../db/database-error.ts'
import { retryUntilAvailable } from '../../db/retry-until-available.ts'
import type { Tx } from '../../db/db.ts'
import type { ClaimedPost } from './claim.ts'
import type { Problem } from '../../platforms/publishing.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { endAttempt, releaseAccountLock, liveAttempt, step, type AttemptEnd } from './transitions.ts'

/** Where a post is shown. */
export const postHref = (postId: string): string => `/post_scheduler?post=${postId}`

/** How long an outcome is kept for a database that is away, in milliseconds. */
const KEPT_MS = 120_000

export interface Failure {
  delivery: 'failed' | 'unconfirmed' | 'missed'
  problem: Problem
  /** Of the attempt that is open. */
  attempt?: AttemptEnd['phase']
}

/** The end of a post that did not go out, or of which nobody knows. Its person is told. */
export async function failPost(
  parts: PublisherParts,
  post: ClaimedPost,
  { delivery, problem, attempt = 'failed' }: Failure,
): Promise<void> {
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    await step(tx, post, {
      delivery,
      status: 'failed',
      nextIn: null,
      detail: null,
      problem,
      release: true,
      event: { kind: delivery, text: problem.message },
    })
    const live = await liveAttempt(tx, post.id)
    if (live) await endAttempt(tx, live.id, { phase: attempt, code: problem.code, message: problem.message })
    await releaseAccountLock(tx, post)
    await parts.tell(tx, post.userId, {
      kind: delivery === 'unconfirmed' ? 'attention' : 'failed',
      cause: `${problem.code} ${post.platform} ${post.accountId}`,
      post,
      title: delivery === 'unconfirmed' ? 'A post needs your attention' : 'A post did not go out',
      body: problem.message,
      href: postHref(post.id),
    })
  })
}

/** The account has to be connected anew: this post and all later ones wait, and the person is told once. */
export async function holdForAccount(parts: PublisherParts, post: ClaimedPost, message: string): Promise<void> {
  const { label } = PLATFORMS[post.platform]
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    const { rows } = await tx.execute(sql`
      select 1 from publish_lanes
      where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId} and held_since is null`)
    const isNew = rows.length > 0
    await reschedule(tx, post, { nextIn: 0, detail: message })
    await releaseAccountLock(tx, post, { hold: true })
    if (isNew)
      await parts.tell(tx, post.userId, {
        kind: 'attention',
        cause: `reconnect ${post.platform} ${post.accountId}`,
        post,
        title: `Reconnect ${label}`,
        body: `${message} Its posts wait until then.`,
        href: '/settings?tab=accounts',
      })
  })
}

/** Back on the shelf for a while. What was sent stays sent; what was not waits anew. */
export async function reschedule(tx: Tx, post: ClaimedPost, { nextIn, detail }: { nextIn: number; detail: string | null }): Promise<void> {
  const wasSent = ['sending', 'uncertain', 'accepted', 'published', 'handed-over'].includes(post.delivery)
  await step(tx, post, { delivery: wasSent ? post.delivery : 'waiting', nextIn, detail, release: true })
}

/** Writes an outcome, also when the database comes back, or has room again, only after a while: it would not be known otherwise. */
export function withRetryOnDatabaseLoss<T>({ db }: Pick<PublisherParts, 'db'>, write: (tx: Tx) => Promise<T>): Promise<T> {
  const passes = (error: unknown) => isDatabaseDown(error) || isDatabaseFull(error)
  return retryUntilAvailable(() => db.publishing.asSystem(write), { waitMs: KEPT_MS, passes })
}
