import { AppError } from '@ninesixteen/shared/errors'
import { isDatabaseDown } from '../../db/database-error.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import { pollStatus } from './poll-status.ts'
import { secondsUntilTried } from './retry-delay.ts'
import { lastSetback, noteSetback } from './attempt-history.ts'
import type { ClaimedPost } from './claim.ts'
import { failPost, holdForAccount, withRetryOnDatabaseLoss, reschedule } from './outcomes.ts'
import { LeaseLost, type Lease } from './lease.ts'
import { reconcileLostResponse } from './reconcile-lost-response.ts'
import type { Problem } from '../../platforms/publishing.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { sendPost } from './send-post.ts'
import { withJitter } from './jitter.ts'
import { releaseAccountLock, isSent, releaseLease } from './transitions.ts'

/** Times that a worker may be lost before a post is put aside that has not been sent. */
const LOSSES_MAX = 3
/** The same for one that was sent: its person is told to look, and no worker is lost with it any more. */
const LOSSES_WHEN_SENT_MAX = 10
/** How long a platform that cannot be reached is asked about a post that it was given: what is known of it once it is back is worth more than a guess. */
const FOLLOWED_SECONDS = 7 * 24 * 60 * 60

/** One post, by the worker that holds it: everything that can be done now, up to the next wait or its end. */
export async function publishPost(parts: PublisherParts, post: ClaimedPost, lease: Lease): Promise<void> {
  const { db, log } = parts
  try {
    await work(parts, post, lease)
  } catch (error) {
    if (error instanceof LeaseLost) log.debug({ post: post.id }, 'A post was taken over or changed while it was in hand')
    else if (isDatabaseDown(error)) await letGoWhenBack(parts, post)
    else await postpone(parts, post, error)
  }
  // Its own lane alone: for whoever has taken it over, it stays shut.
  await db.publishing
    .asSystem((tx) => releaseAccountLock(tx, post))
    .catch((error: unknown) => {
      if (!isDatabaseDown(error)) throw error
    })
}

/** The database went away in between. Its worker was not lost, and where the post stands is known to the database alone. */
async function letGoWhenBack(parts: PublisherParts, post: ClaimedPost): Promise<void> {
  parts.log.debug({ post: post.id }, 'The database was away; the post goes on when it is back')
  await withRetryOnDatabaseLoss(parts, (tx) => releaseLease(tx, post)).catch((error: unknown) => {
    if (!isDatabaseDown(error)) throw error
  })
}

async function work(parts: PublisherParts, post: ClaimedPost, lease: Lease): Promise<void> {
  await parts.onStage?.('claimed', post.id)
  if (isSent(post.delivery) && post.losses >= LOSSES_WHEN_SENT_MAX) return lookYourself(parts, post)
  switch (post.delivery) {
    case 'sending':
    case 'uncertain':
      return reconcileLostResponse(parts, post, lease)
    case 'accepted':
      return pollStatus(parts, post, lease)
    case 'handed-over':
      await withRetryOnDatabaseLoss(parts, (tx) => parts.handOver.expire(tx, post))
      return
    default:
  }
  if (post.losses >= LOSSES_MAX) return failPost(parts, post, { delivery: 'failed', problem: PROBLEMS.parked() })
  if (post.late > parts.graceSeconds) return failPost(parts, post, { delivery: 'missed', problem: await reasonMissed(parts, post) })
  return sendPost(parts, post, lease)
}

/** Why a post did not go out in time. That nothing was publishing is true only of one that was never tried. */
async function reasonMissed({ db, graceSeconds }: PublisherParts, post: ClaimedPost): Promise<Problem> {
  const hours = graceSeconds / 3600
  if (!post.hasPlan) return PROBLEMS.noPlan(hours)
  if (post.isHeld) return PROBLEMS.held(post.platform, hours)
  const setback = await db.publishing.asSystem((tx) => lastSetback(tx, post.id))
  return setback === null ? PROBLEMS.missed(hours) : PROBLEMS.notInTime(hours, setback)
}

function lookYourself(parts: PublisherParts, post: ClaimedPost): Promise<void> {
  return failPost(parts, post, { delivery: 'unconfirmed', problem: PROBLEMS.unconfirmed(post.platform), attempt: 'unconfirmed' })
}

/** What could not be done now and says nothing about the post. Before it was sent it waits; after that its state stays. */
async function postpone(parts: PublisherParts, post: ClaimedPost, error: unknown): Promise<void> {
  const { log, postings } = parts
  const patience = isAway(error) ? Math.max(FOLLOWED_SECONDS, parts.graceSeconds) : parts.graceSeconds
  if (isSent(post.delivery) && post.late > patience) return lookYourself(parts, post)
  if (error instanceof AppError && error.code === 'ACCOUNT_RECONNECT') return holdForAccount(parts, post, error.message)
  const isKnown = error instanceof PlatformError || error instanceof AppError
  const isTheirs = error instanceof PlatformError || (error instanceof AppError && error.cause instanceof PlatformError)
  log[isKnown ? 'info' : 'warn']({ err: error, post: post.id, platform: post.platform }, 'A post could not go on and is tried again')
  const named = waitOf(error)
  const wait = withJitter(parts, named ?? secondsUntilTried(post.late) * parts.waits)
  const reason = isTheirs ? `${postings[post.platform].label} cannot be reached right now.` : 'Something went wrong here.'
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    await reschedule(tx, post, { nextIn: wait, detail: `${reason} Trying again.` })
    if (!isSent(post.delivery)) await noteSetback(tx, post, reason)
    // A platform that names a time means all calls of the account.
    await releaseAccountLock(tx, post, { pauseSeconds: named === null ? 0 : wait })
  }).catch((thrown: unknown) => {
    if (!(thrown instanceof LeaseLost) && !isDatabaseDown(thrown)) throw thrown
  })
}

/** The platform does not answer, or not now. That says nothing about the post, nor about its account. */
function isAway(error: unknown): boolean {
  if (error instanceof PlatformError) return error.fault === 'down' || error.fault === 'wait'
  return error instanceof AppError && ['PLATFORM_UNREACHABLE', 'PLATFORM_BUSY'].includes(error.code)
}

function waitOf(error: unknown): number | null {
  if (error instanceof PlatformError) return error.retryAfterSeconds
  const seconds = error instanceof AppError ? error.details['seconds'] : null
  return typeof seconds === 'number' ? seconds : null
}
