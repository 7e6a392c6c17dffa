import { shownTime } from '@ninesixteen/shared/time/shown-times'
import { databaseNow } from '../../database-clock.ts'
import type { ClaimedPost } from './claim.ts'
import type { PublisherDeps } from './publisher-deps.ts'

/** Delays after the first and each further attempt that failed through no fault of the post, in seconds. */
const FAILED_SECONDS = [10, 60, 300, 900]

/**
 * How long to wait before the next attempt; null after the last one. While a file store is away for half a minute, every download by a platform
 * fails, and the retries have to outlast that.
 */
export function retryDelaySeconds(failures: number): number | null {
  return FAILED_SECONDS[failures - 1] ?? null
}

/** Delays of a post that could not be tried: its platform or the file store is unavailable, or its video isn't rendered. They grow with its lateness. */
const UNTRIED_SECONDS = [5, 15, 60, 300]

/** The delay of a post that could not be tried, by the seconds since its time. */
export function secondsUntilTried(late: number): number {
  return UNTRIED_SECONDS[Math.min(Math.floor(Math.max(0, late) / 60), UNTRIED_SECONDS.length - 1)] ?? 300
}

/** Delays between attempts that certainly did nothing when the platform names no time, in seconds. They repeat until the grace period ends. */
const POSTPONED_SECONDS = [5, 15, 60, 300, 900]

export function secondsUntilNextAttempt(postponed: number): number {
  return POSTPONED_SECONDS[Math.min(postponed, POSTPONED_SECONDS.length - 1)] ?? 900
}

/** Jitter of a retry after a lost attempt, as a share of the delay: after an outage, posts go out over minutes. */
const LOST_JITTER_SHARE = 0.5

/** The delay after an attempt that got no answer and certainly did nothing, by how many of them there were before, in seconds. */
export function secondsAfterLoss({ random }: Pick<PublisherDeps, 'random'>, losses: number): number {
  return secondsUntilNextAttempt(losses) * (1 + random() * LOST_JITTER_SHARE)
}

/** A wait that is shorter is over before a user has read a time. */
const NAMED_FROM_SECONDS = 60

/** The text of a post about its next try in `seconds`: the time, in the zone of its schedule. */
export function nextTry({ timeZone }: Pick<ClaimedPost, 'timeZone'>, seconds: number): string {
  if (seconds < NAMED_FROM_SECONDS) return 'Trying again.'
  return `Next try at ${shownTime(new Date(databaseNow() + seconds * 1000), timeZone)}.`
}

/** Most that jitter adds to a delay: this share of it, and this many seconds. */
const JITTER_SHARE = 0.2
const JITTER_MAX_SECONDS = 60

/** Adds jitter, so that rate-limited accounts don't resume together. Never shortens the delay. */
export function withJitter({ random }: Pick<PublisherDeps, 'random'>, seconds: number): number {
  return seconds + random() * Math.min(seconds * JITTER_SHARE, JITTER_MAX_SECONDS)
}
