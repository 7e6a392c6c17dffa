import { PlatformError } from '../providers/platform-error.ts'
import type { PostingOutcome } from './posting-outcome.ts'
import type { StartOutcome } from './publishing.ts'

export interface StartWords {
  /** The platform's name. */
  label: string
  /** The platform's rate limit applies to this: `requests`, or an account. */
  limited: string
}

/** The publisher's view of a failed `start`. Throws the error if it is the account's, or none of the platform. */
export function startOutcome(thrown: unknown, outcome: PostingOutcome, { label, limited }: StartWords): StartOutcome {
  switch (outcome.kind) {
    case 'account':
      throw thrown
    case 'refused':
      return { kind: 'refused', problem: { code: outcome.code, message: outcome.message, fixHref: outcome.fixHref } }
    case 'wait':
      // The platform named no limit: it is in trouble, or takes no posts. Without a time of its own, the waits grow.
      if (thrown instanceof PlatformError && thrown.fault === 'down') return { ...notReached(label), seconds: thrown.retryAfterSeconds }
      return { kind: 'wait', seconds: outcome.seconds, isPause: true, code: 'pause', reason: `${label} is limiting ${limited} for now.` }
    case 'unsent':
      return notReached(label)
    case 'unknown':
      if (!(thrown instanceof PlatformError)) throw thrown
      return { kind: 'unknown', reason: thrown.message }
  }
}

export function notReached(label: string): Extract<StartOutcome, { kind: 'wait' }> {
  return { kind: 'wait', seconds: null, isPause: false, code: 'not_reached', reason: `${label} cannot be reached right now.` }
}
