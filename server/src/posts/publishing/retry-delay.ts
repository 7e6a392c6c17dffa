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

/** Most that jitter adds to a delay: this share of it, and this many seconds. */
const JITTER_SHARE = 0.2
const JITTER_MAX_SECONDS = 60

/** Adds jitter, so that rate-limited accounts don't resume together. Never shortens the delay. */
export function withJitter({ random }: Pick<PublisherDeps, 'random'>, seconds: number): number {
  return seconds + random() * Math.min(seconds * JITTER_SHARE, JITTER_MAX_SECONDS)
}
