import { retryDelaySeconds } from './retry-delay.ts'
import { attemptsSinceScheduled } from './attempt-history.ts'
import type { ClaimedPost } from './claim.ts'
import { failPost, withRetryOnDatabaseLoss, reschedule } from './outcomes.ts'
import type { Lease } from './lease.ts'
import type { AdvanceOutcome } from '../../platforms/publishing.ts'
import { ensureRendered, optionsOf, publishRequestOf, readPublishedContent } from './post-order.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { withJitter } from './jitter.ts'
import { endAttempt, storeResumeState, liveAttempt, step, type LiveAttempt } from './transitions.ts'

/** A platform that says nothing final for so long will not any more, in seconds. */
const PATIENCE_SECONDS = 24 * 60 * 60

/** The next step of a post that the platform has an id for. Nothing here is sent a second time. */
export async function pollStatus(parts: PublisherParts, post: ClaimedPost, lease: Lease): Promise<void> {
  const posting = parts.postings[post.platform]
  const { attempt, account, ...sent } = await withRetryOnDatabaseLoss(parts, async (tx) => ({
    attempt: await liveAttempt(tx, post.id),
    ...(await readPublishedContent(tx, post)),
  }))
  const options = optionsOf(post)
  if (!attempt || attempt.remoteId === null || !account || !options)
    return failPost(parts, post, { delivery: 'unconfirmed', problem: PROBLEMS.unconfirmed(post.platform), attempt: 'unconfirmed' })
  const files = await ensureRendered(parts, post, sent.files)
  const order = publishRequestOf(parts, { post, lease, facts: { attempt: { ...attempt, pullTokens: [] }, files, options } })
  const { remoteId, resume } = attempt
  const age = attempt.secondsAgo / parts.waits
  await parts.onStage?.('asking', post.id)
  const outcome = await parts.tokens.use(account, (access) => posting.advance(access, { ...order, remoteId, resume, age }))
  await settle(parts, { post, attempt, outcome })
}

interface Settling {
  post: ClaimedPost
  attempt: LiveAttempt
  outcome: AdvanceOutcome
}

async function settle(parts: PublisherParts, { post, attempt, outcome }: Settling): Promise<void> {
  if (outcome.kind === 'done') return publish(parts, { post, attempt, outcome })
  if (outcome.kind === 'failed') return refuse(parts, { post, attempt, outcome })
  const { seconds, detail, resume } = outcome
  if (attempt.secondsAgo > PATIENCE_SECONDS)
    return failPost(parts, post, { delivery: 'unconfirmed', problem: PROBLEMS.unfinished(post.platform), attempt: 'unconfirmed' })
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    if (resume) await storeResumeState(tx, attempt.id, resume)
    await reschedule(tx, post, { nextIn: withJitter(parts, seconds * parts.waits), detail })
  })
}

async function publish(
  parts: PublisherParts,
  { post, attempt, outcome }: Settling & { outcome: Extract<AdvanceOutcome, { kind: 'done' }> },
): Promise<void> {
  const { label } = parts.postings[post.platform]
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    await step(tx, post, {
      delivery: 'published',
      status: 'published',
      published: true,
      nextIn: null,
      detail: outcome.detail ?? null,
      problem: null,
      remoteUrl: outcome.url,
      release: true,
      event: { kind: 'published', text: outcome.url ? `It is on ${label}: ${outcome.url}` : `It is on ${label}.` },
    })
    await endAttempt(tx, attempt.id, { phase: 'published' })
  })
}

async function refuse(
  parts: PublisherParts,
  { post, attempt, outcome }: Settling & { outcome: Extract<AdvanceOutcome, { kind: 'failed' }> },
): Promise<void> {
  const { problem, retryReason } = outcome
  if (retryReason === null) return failPost(parts, post, { delivery: 'failed', problem })
  const failures = 1 + (await withRetryOnDatabaseLoss(parts, (tx) => attemptsSinceScheduled(tx, post.id, { phase: 'failed' })))
  const seconds = retryDelaySeconds(failures)
  if (seconds === null) return failPost(parts, post, { delivery: 'failed', problem })
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    await step(tx, post, {
      delivery: 'waiting',
      nextIn: withJitter(parts, seconds * parts.waits),
      detail: `${retryReason} Trying again.`,
      release: true,
      event: { kind: 'failed', text: retryReason },
    })
    await endAttempt(tx, attempt.id, { phase: 'failed', code: problem.code, message: problem.message })
  })
}
