import { AppError } from '@ninesixteen/shared/errors'
import { isDatabaseDown } from '../../db/database-error.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import { releaseAccountLock } from './account-lock.ts'
import { lastSetback, recordSetback } from './attempts.ts'
import { readDelivery, type ClaimedPost } from './claim.ts'
import { deliver } from './deliver.ts'
import { LeaseLost, type Lease } from './lease.ts'
import { failPost, holdForAccount, putBack, withRetryOnDatabaseLoss } from './outcomes.ts'
import type { Problem } from '../../platforms/publishing.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import { endUnpublished, giveUp, pollStatus, reconcileLostResponse } from './reconcile.ts'
import { nextTry, secondsUntilTried, withJitter } from './retry-delay.ts'
import { transition } from './transition.ts'
import { isSent } from './delivery-events.ts'

/** Most workers that may crash in a row with an unsent post before it fails. */
const LOSSES_MAX = 3
/** The same limit for a sent post, which ends with the outcome that is known. */
const LOSSES_WHEN_SENT_MAX = 10
/** How long an unreachable platform is polled for a sent post before the outcome counts as unknown. */
const FOLLOWED_SECONDS = 7 * 24 * 60 * 60

/** Advances one post as far as possible: to its next wait or its end. */
export async function publishPost(deps: PublisherDeps, post: ClaimedPost, lease: Lease): Promise<void> {
  try {
    return await work(deps, post, lease)
  } catch (error) {
    await giveBack(deps, post, error)
  }
  // Releases only the lock of this claim, not one that another worker has taken.
  await deps.db.publishing.asSystem((tx) => releaseAccountLock(tx, post)).catch(ignoreDatabaseDown)
}

function ignoreDatabaseDown(error: unknown): void {
  if (!isDatabaseDown(error)) throw error
}

async function work(deps: PublisherDeps, post: ClaimedPost, lease: Lease): Promise<void> {
  await deps.onStage?.('claimed', post.id)
  if (isSent(post.delivery) && post.losses >= LOSSES_WHEN_SENT_MAX) return giveUp(deps, post)
  switch (post.delivery) {
    case 'sending':
    case 'uncertain':
      return reconcileLostResponse(deps, post, lease)
    case 'accepted':
      return pollStatus(deps, post, lease)
    case 'handed-over':
      return withRetryOnDatabaseLoss(deps, async (tx) => {
        await deps.manualPosting.expire(tx, post)
        await releaseAccountLock(tx, post)
      })
    default:
  }
  if (post.losses >= LOSSES_MAX) return failPost(deps, post, { delivery: 'failed', problem: PROBLEMS.parked() })
  if (post.late > deps.graceSeconds) return failPost(deps, post, { delivery: 'missed', problem: await reasonMissed(deps, post) })
  return deliver(deps, post, lease)
}

/** Why a post did not go out in time. Only a post that was never tried missed its time because no worker ran. */
async function reasonMissed({ db, graceSeconds }: PublisherDeps, post: ClaimedPost): Promise<Problem> {
  const hours = graceSeconds / 3600
  if (!post.hasPlan) return PROBLEMS.noPlan(hours)
  if (!post.isCleared) return PROBLEMS.notApproved(hours)
  if (post.isHeld) return PROBLEMS.held(post.platform, hours)
  const setback = await db.publishing.asSystem((tx) => lastSetback(tx, post.id))
  return setback === null ? PROBLEMS.missed(hours) : PROBLEMS.notInTime(hours, setback)
}

/** Puts back a post that cannot go on now. */
async function giveBack(deps: PublisherDeps, post: ClaimedPost, error: unknown): Promise<void> {
  if (error instanceof LeaseLost) return deps.log.debug({ post: post.id }, 'A post was taken over or changed while it was in hand')
  if (!isDatabaseDown(error)) return postpone(deps, post, error)
  // The worker did not crash; only the database knows how far the post came.
  deps.log.debug({ post: post.id }, 'The database was away; the post goes on when it is back')
  const released = withRetryOnDatabaseLoss(deps, (tx) => transition(tx, post, { kind: 'lease-released' }))
  await released.then(() => undefined).catch(ignoreLoss)
}

function ignoreLoss(error: unknown): void {
  if (!(error instanceof LeaseLost)) ignoreDatabaseDown(error)
}

/** The failure is not about the post. An unsent post waits; a sent one keeps its state. */
async function postpone(deps: PublisherDeps, claimed: ClaimedPost, error: unknown): Promise<void> {
  const { log, postings } = deps
  try {
    // The post may have advanced since it was claimed.
    const post = { ...claimed, delivery: await withRetryOnDatabaseLoss(deps, (tx) => readDelivery(tx, claimed)) }
    const graceSeconds = isAway(error) ? Math.max(FOLLOWED_SECONDS, deps.graceSeconds) : deps.graceSeconds
    if (isSent(post.delivery) && post.late > graceSeconds) {
      const hours = graceSeconds / 3600
      const isHeld = error instanceof AppError && error.code === 'ACCOUNT_RECONNECT'
      const problem = isHeld ? PROBLEMS.held(post.platform, hours) : PROBLEMS.notPublished(post.platform, hours)
      return await endUnpublished(deps, post, { problem, otherwise: PROBLEMS.unconfirmed(post.platform) })
    }
    if (error instanceof AppError && error.code === 'ACCOUNT_RECONNECT') return await holdForAccount(deps, post, error.message)
    const isKnown = error instanceof PlatformError || error instanceof AppError
    const isTheirs = error instanceof PlatformError || (error instanceof AppError && error.cause instanceof PlatformError)
    log[isKnown ? 'info' : 'warn']({ err: error, post: post.id, platform: post.platform }, 'A post could not go on and is tried again')
    const named = waitOf(error)
    const nextIn = withJitter(deps, named ?? secondsUntilTried(post.late) * deps.waits)
    const reason = isTheirs ? `${postings[post.platform].label} cannot be reached right now.` : 'Something went wrong here.'
    const event = { kind: 'rescheduled' as const, nextIn, detail: `${reason} ${nextTry(post, nextIn)}`, waitsFor: 'retry' as const }
    await withRetryOnDatabaseLoss(deps, async (tx) => {
      // A time that the platform names applies to all requests of the account.
      await putBack(tx, post, { ...event, pauseSeconds: named === null ? 0 : nextIn })
      if (!isSent(post.delivery)) await recordSetback(tx, post, reason)
    })
  } catch (thrown) {
    ignoreLoss(thrown)
  }
}

/** The platform is unavailable, which is not about the post or its account. */
function isAway(error: unknown): boolean {
  if (error instanceof PlatformError) return error.fault === 'down' || error.fault === 'wait'
  return error instanceof AppError && ['PLATFORM_UNREACHABLE', 'PLATFORM_BUSY'].includes(error.code)
}

function waitOf(error: unknown): number | null {
  if (error instanceof PlatformError) return error.retryAfterSeconds
  const seconds = error instanceof AppError ? error.details['seconds'] : null
  return typeof seconds === 'number' ? seconds : null
}
