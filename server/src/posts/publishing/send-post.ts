import { randomBytes } from 'node:crypto'
import { AppError } from '@ninesixteen/shared/errors'
import type { AccountAccess } from '../../platforms/account.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import { VIDEO_DETAIL } from '../waiting-details.ts'
import { pollStatus } from './poll-status.ts'
import { secondsUntilTried } from './retry-delay.ts'
import { attemptsSinceScheduled, noteSetback } from './attempt-history.ts'
import type { ClaimedPost } from './claim.ts'
import { failPost, holdForAccount, withRetryOnDatabaseLoss, reschedule } from './outcomes.ts'
import { LeaseLost, type Lease } from './lease.ts'
import { reconcileLostResponse } from './reconcile-lost-response.ts'
import type { PlatformPublisher, PostFile, StartOutcome } from '../../platforms/publishing.ts'
import {
  ensureRendered,
  optionsOf,
  publishRequestOf,
  readPublishedContent,
  type RequestFacts,
  type PublishedContent,
} from './post-order.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { recordRemotePost } from './remote-post.ts'
import { withJitter } from './jitter.ts'
import { endAttempt, releaseAccountLock, recordIntent, secondsUntilStart, step, type Attempt } from './transitions.ts'

/** Between attempts that surely did nothing, where the platform names no time. They go on until the post is too late to be sent by itself. */
const AGAIN_SECONDS = [5, 15, 60, 300, 900]

/** Sends a post that was not sent before, or of which every attempt surely did nothing. */
export async function sendPost(parts: PublisherParts, post: ClaimedPost, lease: Lease): Promise<void> {
  const posting = parts.postings[post.platform]
  const options = optionsOf(post)
  if (options && isByHand(options)) return handOver(parts, post)
  if (!options) return failPost(parts, post, { delivery: 'failed', problem: PROBLEMS.badOptions(post.platform) })
  const { account, ...sent } = await parts.db.publishing.asSystem((tx) => readPublishedContent(tx, post))
  if (!account) return failPost(parts, post, { delivery: 'failed', problem: PROBLEMS.accountGone(post.platform) })
  if (lacksVideo(post, sent)) return waitForVideo(parts, post)
  const files = await ensureRendered(parts, post, sent.files)
  if (files.length === 0) return failPost(parts, post, { delivery: 'failed', problem: PROBLEMS.noFiles() })
  await parts.db.publishing.asSystem((tx) => step(tx, post, { delivery: 'prepared', problem: null }))
  post.delivery = 'prepared'
  await parts.onStage?.('prepared', post.id)
  if (await waitsForItsTurn(parts, post, posting)) return

  const sending = new Sending(parts, { post, lease, posting, files, options })
  const outcome = await parts.tokens.use(account, (access) => sending.start(access)).catch((error: unknown) => sending.outcomeOf(error))
  await parts.onStage?.('answered', post.id)
  const { attempt } = sending
  // Nothing was even noted: the post stands where it stood.
  if (!attempt) throw outcome.kind === 'thrown' ? outcome.error : new Error('A post was answered that was not sent')
  await record(parts, { post, lease, attempt, outcome })
}

function isByHand(options: RequestFacts['options']): boolean {
  return 'handOver' in options && options.handOver
}

async function handOver(parts: PublisherParts, post: ClaimedPost): Promise<void> {
  // It is asked for with the files that are to be posted.
  const sent = await parts.db.publishing.asSystem((tx) => readPublishedContent(tx, post))
  if (lacksVideo(post, sent)) return waitForVideo(parts, post)
  const files = await ensureRendered(parts, post, sent.files)
  if (files.length === 0) return failPost(parts, post, { delivery: 'failed', problem: PROBLEMS.noFiles() })
  const isBegun = await withRetryOnDatabaseLoss(parts, (tx) => parts.handOver.begin(tx, post))
  if (!isBegun) throw new LeaseLost()
}

function lacksVideo({ kind }: ClaimedPost, { files }: Pick<PublishedContent, 'files'>): boolean {
  return kind === 'video' && files.length === 0
}

/** Its video is made by a background job. Made here, it would hold the lease and the account for minutes. */
async function waitForVideo(parts: PublisherParts, post: ClaimedPost): Promise<void> {
  const nextIn = withJitter(parts, secondsUntilTried(post.late) * parts.waits)
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    await reschedule(tx, post, { nextIn, detail: VIDEO_DETAIL })
    await noteSetback(tx, post, 'The video was not ready.')
    await parts.orderVideos(tx, post.userId)
  })
}

/** True when the platform takes no more posts of the account in this minute: it is put back until it does. */
async function waitsForItsTurn(parts: PublisherParts, post: ClaimedPost, { startsPerMinute, label }: PlatformPublisher): Promise<boolean> {
  if (startsPerMinute === null) return false
  return parts.db.publishing.asSystem(async (tx) => {
    const seconds = await secondsUntilStart(tx, post, startsPerMinute)
    if (seconds <= 0) return false
    await reschedule(tx, post, {
      nextIn: seconds,
      detail: `${label} takes ${startsPerMinute} posts per account and minute. It goes out when it is its turn.`,
    })
    return true
  })
}

type Outcome = StartOutcome | { kind: 'thrown'; error: unknown }

interface SendingFacts {
  post: ClaimedPost
  lease: Lease
  posting: PlatformPublisher
  files: readonly PostFile[]
  options: RequestFacts['options']
}

/** One attempt. A token that had expired repeats the call within it: the platform did nothing the first time, and said so. */
class Sending {
  attempt: Attempt | null = null
  #isOut = false
  readonly #parts: PublisherParts
  readonly #facts: SendingFacts

  constructor(parts: PublisherParts, facts: SendingFacts) {
    this.#parts = parts
    this.#facts = facts
  }

  async start(access: AccountAccess): Promise<StartOutcome> {
    const { post, lease, posting, files, options } = this.#facts
    const attempt = (this.attempt ??= await this.#note())
    await this.#parts.onStage?.('intent', post.id)
    const order = publishRequestOf(this.#parts, { post, lease, facts: { attempt, files, options } })
    lease.mayAct()
    this.#isOut = true
    try {
      return await posting.start(access, order)
    } catch (error) {
      // Of all that can be thrown only this says that nothing was done.
      if (error instanceof PlatformError && error.fault === 'account') this.#isOut = false
      throw error
    }
  }

  /** What a throw out of the whole means. */
  outcomeOf(error: unknown): Outcome {
    if (!this.#isOut) return { kind: 'thrown', error }
    return { kind: 'unknown', reason: error instanceof Error ? error.message : 'thrown' }
  }

  async #note(): Promise<Attempt> {
    const { post, lease, posting, files } = this.#facts
    lease.mayAct()
    const intent = {
      marker: randomBytes(8).toString('hex'),
      pulled: posting.pulls(post.kind) ? files : [],
      detail: `Being sent to ${posting.label}.`,
    }
    const attempt = await this.#parts.db.publishing.asSystem((tx) => recordIntent(tx, post, intent))
    Object.assign(post, { delivery: 'sending', attempts: attempt.number })
    return attempt
  }
}

interface Answered {
  post: ClaimedPost
  lease: Lease
  attempt: Attempt
  outcome: Outcome
}

async function record(parts: PublisherParts, { post, lease, attempt, outcome }: Answered): Promise<void> {
  switch (outcome.kind) {
    case 'accepted':
      await recordRemotePost(parts, post, { attemptId: attempt.id, remoteId: outcome.remoteId, resume: outcome.resume })
      await parts.onStage?.('recorded', post.id)
      return pollStatus(parts, post, lease)
    case 'refused':
      return failPost(parts, post, { delivery: 'failed', problem: outcome.problem, attempt: 'refused' })
    case 'wait':
      return putBack(parts, { post, attempt, outcome })
    case 'unknown':
      parts.log.info(
        { post: post.id, platform: post.platform, reason: outcome.reason },
        'The answer of a platform was lost; the post is looked for',
      )
      return reconcileLostResponse(parts, post, lease)
    case 'thrown':
      return notSent(parts, { post, attempt, error: outcome.error })
  }
}

async function putBack(
  parts: PublisherParts,
  { post, attempt, outcome }: { post: ClaimedPost; attempt: Attempt; outcome: Extract<StartOutcome, { kind: 'wait' }> },
): Promise<void> {
  const { isPause, code, reason } = outcome
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    const before = await attemptsSinceScheduled(tx, post.id, { phase: 'postponed', code })
    const usual = AGAIN_SECONDS[Math.min(before, AGAIN_SECONDS.length - 1)] ?? 900
    const seconds = withJitter(parts, outcome.seconds ?? usual * parts.waits)
    post.delivery = 'waiting'
    await step(tx, post, {
      delivery: 'waiting',
      nextIn: seconds,
      detail: `${reason} ${isPause ? 'The post goes out by itself afterwards.' : 'Trying again.'}`,
      release: true,
      event: { kind: 'postponed', text: reason },
    })
    await endAttempt(tx, attempt.id, { phase: 'postponed', code, message: reason })
    await releaseAccountLock(tx, post, { pauseSeconds: isPause ? seconds : 0 })
  })
}

/** Surely nothing left this machine, or the platform refused the token. */
async function notSent(
  parts: PublisherParts,
  { post, attempt, error }: { post: ClaimedPost; attempt: Attempt; error: unknown },
): Promise<void> {
  if (error instanceof LeaseLost) throw error
  const { label } = parts.postings[post.platform]
  await withRetryOnDatabaseLoss(parts, (tx) =>
    endAttempt(tx, attempt.id, { phase: 'postponed', code: 'not_sent', message: `${label} was not reached.` }),
  )
  post.delivery = 'waiting'
  if (error instanceof AppError && error.code === 'ACCOUNT_RECONNECT') return holdForAccount(parts, post, error.message)
  throw error
}
