/** Equal lines logged per window; more are only counted. */
const LINES_MAX = 10
const WINDOW_MS = 10_000
/** Capacity for distinct lines. */
const KINDS_MAX = 500

/**
 * Whether to log a line: returns the number of equal lines suppressed before it, or null to suppress it. A failure that affects every
 * request is logged a few times and then counted, instead of filling the disk.
 */
export function createLogThrottle(now: () => number = () => performance.now()): (words: string) => number | null {
  const seen = new Map<string, { since: number; count: number }>()
  return (words) => {
    const known = seen.get(words)
    if (known && now() - known.since < WINDOW_MS) {
      known.count += 1
      return known.count <= LINES_MAX ? 0 : null
    }
    // In insertion order: the oldest is evicted, so that endless new lines don't reset the counted ones.
    seen.delete(words)
    const oldest = seen.keys().next()
    if (seen.size >= KINDS_MAX && !oldest.done) seen.delete(oldest.value)
    seen.set(words, { since: now(), count: 1 })
    return Math.max(0, (known?.count ?? 0) - LINES_MAX)
  }
}
