/** After the first, the second and each further attempt that failed at the platform by no fault of the post, in seconds. */
const AGAIN_SECONDS = [10, 60, 300, 900]

/**
 * How long to wait for the next attempt after so many failed; null when there have been enough. A file store that was away for half a minute lets
 * every picture fail that a platform fetches meanwhile, and all of them have to outlast it.
 */
export function retryDelaySeconds(failures: number): number | null {
  return AGAIN_SECONDS[failures - 1] ?? null
}

/** Waits of a post that could not be tried: the platform is away, a file store is silent, its video is not made yet. Longer the later it is. */
const UNTRIED_SECONDS = [5, 15, 60, 300]

/** How long a post waits that could not be tried, by the seconds since its time. */
export function secondsUntilTried(late: number): number {
  return UNTRIED_SECONDS[Math.min(Math.floor(Math.max(0, late) / 60), UNTRIED_SECONDS.length - 1)] ?? 300
}
