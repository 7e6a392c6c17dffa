/** After the first, the second and each further attempt that failed at the platform by no fault of the post, in seconds. */
const AGAIN_SECONDS = [10, 60, 300, 900]

/**
 * How long to wait for the next attempt after so many failed; null when there have been enough. A file store that was away for half a minute lets
 * every picture fail that a platform fetches meanwhile, and all of them have to outlast it.
 */
export function secondsUntilAnother(failures: number): number | null {
  return AGAIN_SECONDS[failures - 1] ?? null
}
