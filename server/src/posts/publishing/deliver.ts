import { randomBytes } from 'node:crypto'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../../db/db.ts'
import type { AccountAccess, AccountRef } from '../../platforms/account.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import { readCleared } from '../approval/approved.ts'
import { VIDEO_DETAIL } from '../waiting-details.ts'
import { releaseAccountLock, secondsUntilStart } from './account-lock.ts'
import { attemptsSinceScheduled, endAttempt, recordSetback, recordIntent, type Attempt } from './attempts.ts'
import type { ClaimedPost } from './claim.ts'
import { LeaseLost, type Lease } from './lease.ts'
import { failPost, holdForAccount, putBack, withRetryOnDatabaseLoss } from './outcomes.ts'
import type { StartOutcome } from '../../platforms/publishing.ts'
import { ensureRendered, optionsOf, publishRequestOf, type RequestFacts } from './post-order.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import { recordAndPoll, reconcileLostResponse } from './reconcile.ts'
import { nextTry, secondsUntilNextAttempt, secondsUntilTried, withJitter } from './retry-delay.ts'
import { requireHeld, transition } from './transition.ts'

/** Sends a post for the first time, or again when all attempts certainly did nothing. */
export async function deliver(deps: PublisherDeps, post: ClaimedPost, lease: Lease): Promise<void> {
  const options = optionsOf(post)
  if (!options) return failPost(deps, post, { delivery: 'failed', problem: PROBLEMS.badOptions(post.platform) })
  const isManual = 'handOver' in options && options.handOver
  const { account } = post
  if (!isManual && !account) return failPost(deps, post, { delivery: 'failed', problem: PROBLEMS.accountGone(post.platform) })
  if (post.kind === 'video' && post.files.length === 0) return waitForVideo(deps, post)
  const files = await ensureRendered(deps, post)
  if (files.length === 0) return failPost(deps, post, { delivery: 'failed', problem: PROBLEMS.noFiles() })
  if (isManual || !account) return startManualPosting(deps, post)
  return send(deps, { post: { ...post, files }, lease, account, options })
}

/** Asks the user to post it themselves. */
async function startManualPosting(deps: PublisherDeps, post: ClaimedPost): Promise<void> {
  const isStarted = await withRetryOnDatabaseLoss(deps, async (tx) => {
    if (!(await retryIfCleared(tx, post))) return true
    const started = await deps.manualPosting.begin(tx, post)
    await releaseAccountLock(tx, post)
    return started
  })
  if (!isStarted) throw new LeaseLost()
}

/** Whether the post may still go out: its client may have decided since it was claimed. Puts it back when it may not. */
async function retryIfCleared(tx: Tx, post: ClaimedPost): Promise<boolean> {
  await requireHeld(tx, post)
  if (await readCleared(tx, post.id)) return true
  await putBack(tx, post, { kind: 'rescheduled', nextIn: 0, detail: null, waitsFor: null })
  return false
}

/** A background job renders the video. Rendered here, it would hold the lease and the account for minutes. */
async function waitForVideo(deps: PublisherDeps, post: ClaimedPost): Promise<void> {
  const nextIn = withJitter(deps, secondsUntilTried(post.late) * deps.waits)
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    await putBack(tx, post, { kind: 'rescheduled', nextIn, detail: VIDEO_DETAIL, waitsFor: 'video' })
    await recordSetback(tx, post, 'The video was not ready.')
    await deps.orderVideos(tx, post.userId)
  })
}

interface Sending {
  post: ClaimedPost
  lease: Lease
  account: AccountRef
  options: RequestFacts['options']
}

/** A post whose intent is recorded. */
interface Sent {
  post: ClaimedPost
  attempt: Attempt
}

interface Progress {
  sent: Sent | null
  /** Whether the request may have reached the platform. */
  isOut: boolean
}

type Outcome = StartOutcome | { kind: 'thrown'; error: unknown }

/**
 * One attempt. The intent is recorded once a good token is at hand, and before the platform is called. A token that turns out to have expired
 * repeats the call within the attempt: the platform did nothing the first time, and said so.
 */
async function send(deps: PublisherDeps, { post, lease, account, options }: Sending): Promise<void> {
  const posting = deps.postings[post.platform]
  const progress: Progress = { sent: null, isOut: false }

  async function start(access: AccountAccess): Promise<Outcome | null> {
    const sent = (progress.sent ??= await beginAttempt(deps, post, lease))
    if (!sent) return null
    await deps.onStage?.('intent', post.id)
    const request = publishRequestOf(deps, { post, lease, facts: { attempt: sent.attempt, files: post.files, options } })
    lease.mayAct()
    progress.isOut = true
    try {
      return await posting.start(access, request)
    } catch (error) {
      // Only this error proves that the platform did nothing.
      if (error instanceof PlatformError && error.fault === 'account') progress.isOut = false
      throw error
    }
  }

  const outcome = await deps.tokens
    .use(account, (access) => start(access))
    .catch((error: unknown): Outcome => {
      if (!progress.isOut) return { kind: 'thrown', error }
      return { kind: 'unknown', reason: error instanceof Error ? error.message : 'thrown' }
    })
  // The post was put back until the platform accepts another one.
  if (!outcome) return
  await deps.onStage?.('answered', post.id)
  if (progress.sent) return record(deps, { ...progress.sent, lease, outcome })
  // Without a recorded intent, nothing was sent.
  throw outcome.kind === 'thrown' ? outcome.error : new Error('A platform answered to a post that was not sent')
}

/** Records the intent. Null when it puts the post back: its approval is gone, or the account is over its limit for this minute. */
async function beginAttempt(deps: PublisherDeps, post: ClaimedPost, lease: Lease): Promise<Sent | null> {
  const posting = deps.postings[post.platform]
  const { startsPerMinute, label } = posting
  lease.mayAct()
  const intent = {
    marker: randomBytes(8).toString('hex'),
    downloaded: posting.pulls(post.kind) ? post.files : [],
    detail: `Being sent to ${label}.`,
  }
  return deps.db.publishing.asSystem(async (tx) => {
    if (!(await retryIfCleared(tx, post))) return null
    const nextIn = startsPerMinute === null ? 0 : await secondsUntilStart(tx, post, startsPerMinute)
    if (nextIn <= 0) return recordIntent(tx, post, intent)
    const detail = `${label} allows ${startsPerMinute} posts per minute per account. Yours is queued.`
    await putBack(tx, post, { kind: 'rescheduled', nextIn, detail, waitsFor: 'rate-limit' })
    return null
  })
}

interface Answered extends Sent {
  lease: Lease
  outcome: Outcome
}

async function record(deps: PublisherDeps, { post, lease, attempt, outcome }: Answered): Promise<void> {
  switch (outcome.kind) {
    case 'accepted':
      return recordAndPoll(deps, { post, lease, attempt }, { remoteId: outcome.remoteId, resume: outcome.resume ?? null })
    case 'refused':
      return failPost(deps, post, { delivery: 'failed', problem: outcome.problem, attempt: 'refused' })
    case 'wait':
      return postpone(deps, { post, attempt, outcome })
    case 'unknown':
      deps.log.info({ post: post.id, platform: post.platform, reason: outcome.reason }, 'The response of a platform was lost; reconciling')
      return reconcileLostResponse(deps, post, lease)
    case 'thrown':
      return withdraw(deps, { post, attempt, error: outcome.error })
  }
}

/** The platform did nothing and asks to wait. */
async function postpone(
  deps: PublisherDeps,
  { post, attempt, outcome }: Sent & { outcome: Extract<StartOutcome, { kind: 'wait' }> },
): Promise<void> {
  const { isPause, code, reason } = outcome
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    const earlier = await attemptsSinceScheduled(tx, post.id, { phase: 'postponed', code })
    const nextIn = withJitter(deps, outcome.seconds ?? secondsUntilNextAttempt(earlier) * deps.waits)
    const detail = `${reason} ${isPause ? 'The post goes out by itself afterwards.' : nextTry(post, nextIn)}`
    const event = { kind: 'attempt-ended' as const, nextIn, detail, waitsFor: isPause ? ('rate-limit' as const) : ('retry' as const) }
    await transition(tx, post, { ...event, history: { kind: 'postponed', text: reason } })
    await endAttempt(tx, attempt.id, { phase: 'postponed', code, message: reason })
    await releaseAccountLock(tx, post, { pauseSeconds: isPause ? nextIn : 0 })
  })
}

/** The request certainly did not leave this machine, or the platform rejected the token. */
async function withdraw(deps: PublisherDeps, { post, attempt, error }: Sent & { error: unknown }): Promise<void> {
  if (error instanceof LeaseLost) throw error
  const { label } = deps.postings[post.platform]
  const unsent = await withRetryOnDatabaseLoss(deps, async (tx) => {
    const moved = await transition(tx, post, { kind: 'not-sent' })
    await endAttempt(tx, attempt.id, { phase: 'postponed', code: 'not_sent', message: `${label} was not reached.` })
    return moved
  })
  if (error instanceof AppError && error.code === 'ACCOUNT_RECONNECT') return holdForAccount(deps, unsent, error.message)
  throw error
}
