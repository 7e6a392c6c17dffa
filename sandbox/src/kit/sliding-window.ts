import type { Clock } from './clock.ts'

export interface SlidingWindow {
  /** Counts a request; false when the window is full, without counting it. */
  take(key: string): boolean
  left(key: string): number
  /** Seconds until the oldest request leaves the window. */
  resetIn(key: string): number
  clear(): void
}

/** Times of requests, oldest first; those before `from` have left the window. */
interface Calls {
  times: number[]
  from: number
}

/** So many that have left are removed at once: one by one would move all others each time. */
const REMOVED_AT_ONCE = 256

/** At most `limit` requests per key in any `seconds` seconds; with Infinity, none is counted. */
export function slidingWindow(clock: Clock, { limit, seconds }: { limit: () => number; seconds: number }): SlidingWindow {
  const byKey = new Map<string, Calls>()
  const recent = (key: string): Calls => {
    const calls = byKey.get(key) ?? { times: [], from: 0 }
    byKey.set(key, calls)
    const start = clock.now() - seconds * 1000
    while (calls.from < calls.times.length && (calls.times[calls.from] ?? 0) <= start) calls.from += 1
    if (calls.from >= REMOVED_AT_ONCE) calls.times.splice(0, calls.from)
    if (calls.from >= REMOVED_AT_ONCE) calls.from = 0
    return calls
  }
  const left = (key: string) => {
    const { times, from } = recent(key)
    return Math.max(0, limit() - (times.length - from))
  }
  return {
    take(key) {
      if (limit() === Infinity) return true
      if (left(key) === 0) return false
      recent(key).times.push(clock.now())
      return true
    },
    left,
    resetIn(key) {
      const { times, from } = recent(key)
      const oldest = times[from]
      return oldest === undefined ? 0 : Math.ceil((oldest + seconds * 1000 - clock.now()) / 1000)
    },
    clear: () => byKey.clear(),
  }
}
