import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { sql } from 'drizzle-orm'
import { isDatabaseDown, isDatabaseFull } from '../../db/database-error.ts'
import { retryUntilAvailable } from '../../db/retry-until-available.ts'
import type { Tx } from '../../db/db.ts'
import { releaseAccountLock } from './account-lock.ts'
import { endAttempt, liveAttempt, type AttemptEnd } from './attempts.ts'
import type { ClaimedPost } from './claim.ts'
import type { Problem } from '../../platforms/publishing.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import { transition } from './transition.ts'
import { type DeliveryEvent } from './delivery-events.ts'

/** The page that shows a post. */
export const postHref = (postId: string): string => `/post_scheduler?post=${postId}`

/** How long an outcome waits in memory for a database that is away, in milliseconds. */
const OUTCOME_RETRY_MS = 120_000

export interface Failure {
  delivery: 'failed' | 'unconfirmed' | 'missed'
  problem: Problem
  /** The phase in which the live attempt ends. */
  attempt?: AttemptEnd['phase']
}

/** Ends a post that did not go out, or whose outcome is unknown, and notifies its user. */
export async function failPost(deps: PublisherDeps, post: ClaimedPost, { delivery, problem, attempt = 'failed' }: Failure): Promise<void> {
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    await transition(tx, post, { kind: delivery, problem, history: { kind: delivery, text: problem.message } })
    const live = await liveAttempt(tx, post.id)
    if (live) await endAttempt(tx, live.id, { phase: attempt, code: problem.code, message: problem.message })
    await releaseAccountLock(tx, post)
    await deps.notify(tx, post.userId, {
      kind: delivery === 'unconfirmed' ? 'attention' : 'failed',
      cause: `${problem.code} ${post.platform} ${post.accountId}`,
      post,
      title: delivery === 'unconfirmed' ? 'A post needs your attention' : 'A post did not go out',
      body: problem.message,
      href: postHref(post.id),
    })
  })
}

/** Holds a post and all later ones until the user reconnects the account, and tells them once. */
export async function holdForAccount(deps: PublisherDeps, post: ClaimedPost, message: string): Promise<void> {
  const { label } = PLATFORMS[post.platform]
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    const { rows } = await tx.execute(sql`
      select 1 from publish_lanes
      where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId} and held_since is null`)
    const isNew = rows.length > 0
    await transition(tx, post, { kind: 'rescheduled', nextIn: 0, detail: message, waitsFor: 'account' })
    await releaseAccountLock(tx, post, { hold: true })
    if (isNew)
      await deps.notify(tx, post.userId, {
        kind: 'attention',
        cause: `reconnect ${post.platform} ${post.accountId}`,
        post,
        title: `Reconnect ${label}`,
        body: `${message} Its posts wait until then.`,
        href: '/settings?tab=accounts',
      })
  })
}

/** Reschedules a post and releases its account lock. */
export async function putBack(
  tx: Tx,
  post: ClaimedPost,
  event: Extract<DeliveryEvent, { kind: 'rescheduled' | 'attempt-ended' }> & { pauseSeconds?: number },
): Promise<void> {
  await transition(tx, post, event)
  await releaseAccountLock(tx, post, { pauseSeconds: event.pauseSeconds ?? 0 })
}

/** Writes an outcome, also while the database or its disk is unavailable, so that it is not lost. */
export function withRetryOnDatabaseLoss<T>({ db }: Pick<PublisherDeps, 'db'>, write: (tx: Tx) => Promise<T>): Promise<T> {
  const isTransient = (error: unknown) => isDatabaseDown(error) || isDatabaseFull(error)
  return retryUntilAvailable(() => db.publishing.asSystem(write), { waitMs: OUTCOME_RETRY_MS, isTransient })
}
