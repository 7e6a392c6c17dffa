/** So many lines that say the same are told within the window; the others are counted. */
const TOLD = 10
const WINDOW_MS = 10_000
/** Different lines that are kept in mind. */
const KINDS_MAX = 500

/**
 * Whether a line that says this is told. The answer is how many like it were left out before it, or null for one to leave out. Something that
 * fails for everybody says so a few times and then counts, instead of filling a disk.
 */
export function createLogThrottle(now: () => number = () => performance.now()): (words: string) => number | null {
  const seen = new Map<string, { since: number; count: number }>()
  return (words) => {
    const known = seen.get(words)
    if (known && now() - known.since < WINDOW_MS) {
      known.count += 1
      return known.count <= TOLD ? 0 : null
    }
    // In the order in which their windows began: the oldest makes room, so that new lines without end don't uncover the counted ones.
    seen.delete(words)
    const oldest = seen.keys().next()
    if (seen.size >= KINDS_MAX && !oldest.done) seen.delete(oldest.value)
    seen.set(words, { since: now(), count: 1 })
    return Math.max(0, (known?.count ?? 0) - TOLD)
  }
}
