import { pollStatus } from './poll-status.ts'
import { attemptsSinceScheduled } from './attempt-history.ts'
import type { ClaimedPost } from './claim.ts'
import { failPost, withRetryOnDatabaseLoss, reschedule } from './outcomes.ts'
import type { Lease } from './lease.ts'
import { ensureRendered, optionsOf, publishRequestOf, readPublishedContent } from './post-order.ts'
import { PROBLEMS } from './problems.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { recordRemotePost } from './remote-post.ts'
import { endAttempt, revokeMediaLinks, liveAttempt, step, type LiveAttempt } from './transitions.ts'

/** Attempts of which nothing arrived, before a post is given up. */
const LOST_MAX = 5
/** How long news of a post may still come from the platform itself, in seconds. */
const NEWS_SECONDS = 8 * 60
const ASK_AGAIN_SECONDS = 20

/**
 * What became of a post whose answer was lost, or whose worker was: it is never sent again before this has said that it is not there, and
 * cannot appear any more.
 */
export async function reconcileLostResponse(parts: PublisherParts, post: ClaimedPost, lease: Lease): Promise<void> {
  const posting = parts.postings[post.platform]
  const found = await withRetryOnDatabaseLoss(parts, async (tx) => {
    const attempt = await liveAttempt(tx, post.id)
    await step(tx, post, { delivery: 'uncertain', detail: `The answer was lost. Looking for the post on ${posting.label}.` })
    // Where the platform is known to have it, it goes on fetching.
    return { attempt, pulls: attempt?.remoteId === null ? await revokeMediaLinks(tx, attempt.id) : { given: 0, fetched: 0 } }
  })
  post.delivery = 'uncertain'
  const { attempt, pulls } = found
  // Nothing was noted, so nothing was sent.
  if (!attempt) return again(parts, post, null)
  if (attempt.remoteId !== null) return isThere(parts, { post, lease, attempt }, { remoteId: attempt.remoteId })
  const { account, ...sent } = await parts.db.publishing.asSystem((tx) => readPublishedContent(tx, post))
  const options = optionsOf(post)
  if (!account || !options) return unconfirmed(parts, post)
  const files = await ensureRendered(parts, post, sent.files)
  const order = publishRequestOf(parts, { post, lease, facts: { attempt: { ...attempt, pullTokens: [] }, files, options } })
  await parts.onStage?.('asking', post.id)
  const looked = await parts.tokens.use(account, (access) =>
    posting.lookUp(access, order, { pulls, secondsAgo: attempt.secondsAgo / parts.waits }),
  )
  switch (looked.kind) {
    case 'found':
      return isThere(parts, { post, lease, attempt }, looked)
    case 'absent':
      return again(parts, post, attempt)
    case 'unclear':
      if (attempt.secondsAgo > NEWS_SECONDS * parts.waits) return unconfirmed(parts, post)
      return withRetryOnDatabaseLoss(parts, (tx) =>
        reschedule(tx, post, { nextIn: ASK_AGAIN_SECONDS * parts.waits, detail: `Sent to ${posting.label}; waiting for confirmation.` }),
      )
  }
}

interface Looking {
  post: ClaimedPost
  lease: Lease
  attempt: LiveAttempt
}

async function isThere(
  parts: PublisherParts,
  { post, lease, attempt }: Looking,
  found: { remoteId: string; resume?: Record<string, unknown> },
): Promise<void> {
  await recordRemotePost(parts, post, { attemptId: attempt.id, remoteId: found.remoteId, resume: found.resume })
  return pollStatus(parts, post, lease)
}

/** It is not there: sent anew, by an attempt of its own. */
async function again(parts: PublisherParts, post: ClaimedPost, attempt: LiveAttempt | null): Promise<void> {
  const { label } = parts.postings[post.platform]
  const losses = attempt ? 1 + (await withRetryOnDatabaseLoss(parts, (tx) => attemptsSinceScheduled(tx, post.id, { phase: 'lost' }))) : 0
  if (losses >= LOST_MAX)
    return failPost(parts, post, { delivery: 'failed', problem: PROBLEMS.tries(post.platform, 'no answer'), attempt: 'lost' })
  await withRetryOnDatabaseLoss(parts, async (tx) => {
    const text = `It did not arrive at ${label}.`
    await step(tx, post, {
      delivery: 'waiting',
      nextIn: parts.waits,
      detail: `${text} Sending it again.`,
      release: true,
      event: { kind: 'lost', text },
    })
    if (attempt) await endAttempt(tx, attempt.id, { phase: 'lost', code: 'absent', message: text })
  })
}

async function unconfirmed(parts: PublisherParts, post: ClaimedPost): Promise<void> {
  return failPost(parts, post, { delivery: 'unconfirmed', problem: PROBLEMS.unconfirmed(post.platform), attempt: 'unconfirmed' })
}
