import { isUniqueViolation } from '../../db/database-error.ts'
import { releaseAccountLock } from './account-lock.ts'
import {
  attemptsSinceScheduled,
  disconnectedName,
  endAttempt,
  idsOfOtherPosts,
  liveAttempt,
  openStates,
  recordAccepted,
  revokeMediaLinks,
  storeResumeState,
} from './attempts.ts'
import type { ClaimedPost, LiveAttempt } from './claim.ts'
import { LeaseLost, type Lease } from './lease.ts'
import { failPost, putBack, withRetryOnDatabaseLoss } from './outcomes.ts'
import type { AcceptedRequest, AdvanceOutcome, Problem } from '../../platforms/publishing.ts'
import { ensureRendered, optionsOf, publishRequestOf } from './post-order.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import { nextTry, retryDelaySeconds, secondsAfterLoss, withJitter } from './retry-delay.ts'
import { requireHeld, transition } from './transition.ts'

/** How long events of the platform may still report a lost attempt, in seconds. */
const EVENTS_SECONDS = 8 * 60
const ASK_AGAIN_SECONDS = 20
/** A platform that has not decided within this time won't decide, in seconds. */
const DECISION_SECONDS = 24 * 60 * 60

/**
 * Finds out what became of a post whose answer was lost, or whose worker was. The post is never sent again before the platform has said that it
 * isn't there and cannot appear any more.
 */
export async function reconcileLostResponse(deps: PublisherDeps, claimed: ClaimedPost, lease: Lease): Promise<void> {
  const posting = deps.postings[claimed.platform]
  const detail = `The answer was lost. Looking for the post on ${posting.label}.`
  const { post, attempt, pulls } = await withRetryOnDatabaseLoss(deps, async (tx) => {
    const open = await liveAttempt(tx, claimed.id)
    const uncertain = await transition(tx, claimed, { kind: 'response-lost', detail })
    // A platform that returned an id continues to download.
    const links = open?.remoteId === null ? await revokeMediaLinks(tx, open.id) : { issued: 0, fetched: 0 }
    return { post: uncertain, attempt: open, pulls: links }
  })
  // Without an intent, nothing was sent.
  if (!attempt) return sendAgain(deps, post, null)
  if (attempt.remoteId !== null)
    return recordAndPoll(deps, { post, lease, attempt }, { remoteId: attempt.remoteId, resume: attempt.resume })
  const options = optionsOf(post)
  if (!post.account) return endWithoutAccount(deps, post)
  if (!options) return markUnconfirmed(deps, post)
  const files = await ensureRendered(deps, post)
  const request = publishRequestOf(deps, { post, lease, facts: { attempt: { ...attempt, mediaTokens: [] }, files, options } })
  await deps.onStage?.('asking', post.id)
  const found = await deps.tokens.use(post.account, (access) =>
    posting.lookUp(access, request, { pulls, secondsAgo: attempt.secondsAgo / deps.waits }),
  )
  switch (found.kind) {
    case 'found':
      return recordAndPoll(deps, { post, lease, attempt }, { remoteId: found.remoteId, resume: found.resume ?? null })
    case 'absent':
      return sendAgain(deps, post, attempt)
    case 'unclear':
      if (attempt.secondsAgo > EVENTS_SECONDS * deps.waits) return markUnconfirmed(deps, post)
      return withRetryOnDatabaseLoss(deps, (tx) =>
        putBack(tx, post, {
          kind: 'rescheduled',
          nextIn: ASK_AGAIN_SECONDS * deps.waits,
          detail: `Sent to ${posting.label}; waiting for confirmation.`,
          waitsFor: 'platform',
        }),
      )
  }
}

/**
 * The platform does not have the post: another attempt sends it again, until its grace period ends. Attempts of a worker that died say nothing
 * about the platform: the next one follows at once.
 */
async function sendAgain(deps: PublisherDeps, post: ClaimedPost, attempt: LiveAttempt | null): Promise<void> {
  const { label } = deps.postings[post.platform]
  const isOurs = attempt === null || attempt.worker !== post.worker
  const code = isOurs ? 'stopped' : 'absent'
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    const losses = isOurs ? null : await attemptsSinceScheduled(tx, post.id, { phase: 'lost', code })
    const nextIn = (losses === null ? 1 : secondsAfterLoss(deps, losses)) * deps.waits
    const text = isOurs ? `It did not arrive at ${label}.` : `${label} doesn’t answer.`
    const wait = { nextIn, detail: `${text} ${nextTry(post, nextIn)}`, waitsFor: 'retry' as const }
    await transition(tx, post, { kind: 'attempt-ended', ...wait, history: { kind: 'lost', text } })
    if (attempt) await endAttempt(tx, attempt.id, { phase: 'lost', code, message: text })
    await releaseAccountLock(tx, post)
  })
}

async function markUnconfirmed(deps: PublisherDeps, post: ClaimedPost): Promise<void> {
  return failPost(deps, post, { delivery: 'unconfirmed', problem: PROBLEMS.unconfirmed(post.platform), attempt: 'unconfirmed' })
}

/** Ends a sent post whose account was disconnected. */
async function endWithoutAccount(deps: PublisherDeps, post: ClaimedPost): Promise<void> {
  const name = await withRetryOnDatabaseLoss(deps, (tx) => disconnectedName(tx, post.id))
  return endUnpublished(deps, post, { problem: PROBLEMS.disconnected(post.platform, name), otherwise: PROBLEMS.unconfirmed(post.platform) })
}

/** Ends a sent post: as failed with this problem where the stored state of its attempt proves that nothing is public, else as unconfirmed. */
export async function endUnpublished(
  deps: PublisherDeps,
  post: ClaimedPost,
  { problem, otherwise }: { problem: Problem; otherwise: Problem },
): Promise<void> {
  const posting = deps.postings[post.platform]
  const attempt = await withRetryOnDatabaseLoss(deps, async (tx) => {
    await requireHeld(tx, post)
    const live = await liveAttempt(tx, post.id)
    return live && { ...live, kind: post.kind, pulls: await revokeMediaLinks(tx, live.id) }
  })
  if (attempt && (posting.mayBePublic?.(attempt) ?? true))
    return failPost(deps, post, { delivery: 'unconfirmed', problem: otherwise, attempt: 'unconfirmed' })
  if (attempt) await discardAttempt(deps, post, attempt)
  return failPost(deps, post, { delivery: 'failed', problem })
}

/** Removes what an unpublished attempt left on the platform, if its account still allows that: nothing depends on it. */
async function discardAttempt(deps: PublisherDeps, post: ClaimedPost, { marker }: LiveAttempt): Promise<void> {
  const { discard } = deps.postings[post.platform]
  const [options, { account, caption }] = [optionsOf(post), post]
  if (!discard || !account || !options) return
  try {
    await deps.tokens.use(account, (access) => discard(access, { caption, marker, options }))
  } catch (error) {
    deps.log.warn({ err: error, post: post.id }, 'A draft of an unpublished post was not removed')
  }
}

/** Gives up on a sent post that workers crash with. */
export function giveUp(deps: PublisherDeps, post: ClaimedPost): Promise<void> {
  return endUnpublished(deps, post, { problem: PROBLEMS.tries(post.platform), otherwise: PROBLEMS.unconfirmed(post.platform) })
}

interface OpenAttempt {
  post: ClaimedPost
  lease: Lease
  attempt: LiveAttempt
}

/** Stores the platform's id of a post, then polls its status. */
export async function recordAndPoll(
  deps: PublisherDeps,
  { post, lease, attempt }: OpenAttempt,
  found: { remoteId: string; resume: Record<string, unknown> | null },
): Promise<void> {
  const { label } = deps.postings[post.platform]
  const { remoteId } = found
  const event = { kind: 'accepted' as const, remoteId, detail: `${label} is processing it.` }
  const accepted = await withRetryOnDatabaseLoss(deps, async (tx) => {
    const updating = transition(tx, post, { ...event, history: { kind: 'accepted', text: `${label} accepted it as ${remoteId}.` } })
    const updated = await updating.catch((error: unknown) => (error instanceof LeaseLost ? null : Promise.reject(error)))
    // The id is valid, whichever worker holds the post now.
    await recordAccepted(tx, attempt.id, found)
    return updated
  })
  if (!accepted) throw new LeaseLost()
  await deps.onStage?.('recorded', post.id)
  return pollStatus(deps, { ...accepted, attempt: { ...attempt, ...found } }, lease)
}

/** Takes the next step of a post with a platform id. Nothing is sent twice. */
export async function pollStatus(deps: PublisherDeps, post: ClaimedPost, lease: Lease): Promise<void> {
  const posting = deps.postings[post.platform]
  const { attempt, account } = post
  const options = optionsOf(post)
  if (!account) return endWithoutAccount(deps, post)
  if (!attempt || attempt.remoteId === null || !options) return markUnconfirmed(deps, post)
  const files = await ensureRendered(deps, post)
  const request = publishRequestOf(deps, { post, lease, facts: { attempt: { ...attempt, mediaTokens: [] }, files, options } })
  const { remoteId, resume } = attempt
  const age = attempt.secondsAgo / deps.waits
  await deps.onStage?.('asking', post.id)
  const saveResume = (state: Record<string, unknown>) =>
    withRetryOnDatabaseLoss(deps, async (tx) => {
      await requireHeld(tx, post)
      await storeResumeState(tx, attempt.id, state)
    })
  const accepted: AcceptedRequest = {
    ...request,
    remoteId,
    resume,
    age,
    saveResume,
    idsOfOtherAttempts: (ids) => withRetryOnDatabaseLoss(deps, (tx) => idsOfOtherPosts(tx, post, ids)),
    openAttempts: () => withRetryOnDatabaseLoss(deps, (tx) => openStates(tx, post)),
  }
  const outcome = await deps.tokens.use(account, (access) => posting.advance(access, accepted))
  switch (outcome.kind) {
    case 'done':
      return publish(deps, { post, attempt, outcome })
    case 'failed':
      return retryFailed(deps, { post, attempt, outcome })
    case 'working':
      return waitForPlatform(deps, { post, attempt, outcome })
    case 'unclear':
      return markUnconfirmed(deps, post)
  }
}

interface PollOutcome<Kind extends AdvanceOutcome['kind']> {
  post: ClaimedPost
  attempt: LiveAttempt
  outcome: Extract<AdvanceOutcome, { kind: Kind }>
}

async function waitForPlatform(deps: PublisherDeps, { post, attempt, outcome }: PollOutcome<'working'>): Promise<void> {
  const { seconds, detail, resume } = outcome
  if (attempt.secondsAgo > DECISION_SECONDS)
    return endUnpublished(deps, post, {
      problem: PROBLEMS.notPublished(post.platform, DECISION_SECONDS / 3600),
      otherwise: PROBLEMS.unfinished(post.platform),
    })
  const nextIn = withJitter(deps, seconds * deps.waits)
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    if (resume) await storeResumeState(tx, attempt.id, resume)
    await putBack(tx, post, { kind: 'rescheduled', nextIn, detail, waitsFor: 'platform' })
  })
}

async function publish(deps: PublisherDeps, { post, attempt, outcome }: PollOutcome<'done'>): Promise<void> {
  const { url } = outcome
  const detail = outcome.detail ?? null
  const { label } = deps.postings[post.platform]
  const record = ({ remoteId, url: remoteUrl }: { remoteId: string | null; url: string | null }) =>
    withRetryOnDatabaseLoss(deps, async (tx) => {
      const text = remoteUrl ? `It is on ${label}: ${remoteUrl}` : `It is on ${label}.`
      await transition(tx, post, { kind: 'published', remoteId, remoteUrl, detail, history: { kind: 'published', text } })
      await endAttempt(tx, attempt.id, { phase: 'published' })
      await releaseAccountLock(tx, post)
    })
  await record({ remoteId: outcome.remoteId ?? null, url }).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'scheduled_posts_one_remote')) throw error
    // It is public, but another post of the account already has that id and address.
    return record({ remoteId: null, url: null })
  })
}

/** Sends a rejected post again if a new attempt may succeed. */
async function retryFailed(deps: PublisherDeps, { post, attempt, outcome }: PollOutcome<'failed'>): Promise<void> {
  const { problem, retryReason } = outcome
  if (retryReason === null) return failPost(deps, post, { delivery: 'failed', problem })
  const failures = 1 + (await withRetryOnDatabaseLoss(deps, (tx) => attemptsSinceScheduled(tx, post.id, { phase: 'failed' })))
  const seconds = retryDelaySeconds(failures)
  if (seconds === null) return failPost(deps, post, { delivery: 'failed', problem })
  const nextIn = withJitter(deps, seconds * deps.waits)
  const wait = { nextIn, detail: `${retryReason} ${nextTry(post, nextIn)}`, waitsFor: 'retry' as const }
  await withRetryOnDatabaseLoss(deps, async (tx) => {
    await transition(tx, post, { kind: 'attempt-ended', ...wait, history: { kind: 'failed', text: retryReason } })
    await endAttempt(tx, attempt.id, { phase: 'failed', code: problem.code, message: problem.message })
    await releaseAccountLock(tx, post)
  })
}
