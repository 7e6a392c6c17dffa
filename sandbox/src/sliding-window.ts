import type { Clock } from './clock.ts'

export interface SlidingWindow {
  /** Counts one call; false when the window is full, and then it does not count. */
  take(key: string): boolean
  left(key: string): number
  /** Seconds until the oldest call leaves the window. */
  resetIn(key: string): number
  clear(): void
}

/** At most `limit` calls per key in any `seconds` seconds. */
export function slidingWindow(clock: Clock, { limit, seconds }: { limit: number; seconds: number }): SlidingWindow {
  const calls = new Map<string, number[]>()
  const recent = (key: string) => {
    const kept = (calls.get(key) ?? []).filter((at) => at > clock.now() - seconds * 1000)
    calls.set(key, kept)
    return kept
  }
  return {
    take(key) {
      const kept = recent(key)
      if (kept.length >= limit) return false
      kept.push(clock.now())
      return true
    },
    left: (key) => limit - recent(key).length,
    resetIn(key) {
      const [oldest] = recent(key)
      return oldest === undefined ? 0 : Math.ceil((oldest + seconds * 1000 - clock.now()) / 1000)
    },
    clear: () => calls.clear(),
  }
}
