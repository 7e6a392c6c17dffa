import type { PublisherDeps } from './publisher-deps.ts'

/** After the first, the second and each further attempt that failed at the platform through no fault of the post, in seconds. */
const FAILED_SECONDS = [10, 60, 300, 900]

/**
 * How long to wait before the next attempt; null after the last one. While a file store is away for half a minute, every download by a platform
 * fails, and the retries have to outlast that.
 */
export function retryDelaySeconds(failures: number): number | null {
  return FAILED_SECONDS[failures - 1] ?? null
}

/** Waits of a post that could not be tried: its platform or the file store is away, or its video isn't rendered. They grow with its lateness. */
const UNTRIED_SECONDS = [5, 15, 60, 300]

/** How long a post waits that could not be tried, by the seconds since its time. */
export function secondsUntilTried(late: number): number {
  return UNTRIED_SECONDS[Math.min(Math.floor(Math.max(0, late) / 60), UNTRIED_SECONDS.length - 1)] ?? 300
}

/** Between attempts that surely did nothing, where the platform names no time, in seconds. They go on until the grace period ends. */
const POSTPONED_SECONDS = [5, 15, 60, 300, 900]

export function secondsUntilNextAttempt(postponed: number): number {
  return POSTPONED_SECONDS[Math.min(postponed, POSTPONED_SECONDS.length - 1)] ?? 900
}

/** Most that jitter adds to a wait: this share of it, and this many seconds. */
const JITTER_SHARE = 0.2
const JITTER_MAX_SECONDS = 60

/** A wait with jitter, so that accounts that a platform turned away together don't come back together. Never shorter than the wait itself. */
export function withJitter({ random }: Pick<PublisherDeps, 'random'>, seconds: number): number {
  return seconds + random() * Math.min(seconds * JITTER_SHARE, JITTER_MAX_SECONDS)
}
