import type { Clock } from '../kit/clock.ts'
import { slidingWindow } from '../kit/sliding-window.ts'

export const PER_HOUR = 1000
export const PER_DAY = 5000

export interface RateLimits {
  /** Counts a request of a consumer key: returns the response headers, and whether it is allowed. */
  count(key: string): { isAllowed: boolean; headers: Record<string, string> }
  clear(): void
}

/** Requests per consumer key, shared by all users of an application. */
export function createRateLimits(clock: Clock, limits: { limited: boolean; perHour: number; perDay: number }): RateLimits {
  const windows = {
    Perhour: [() => limits.perHour, slidingWindow(clock, { limit: () => limits.perHour, seconds: 3600 })] as const,
    Perday: [() => limits.perDay, slidingWindow(clock, { limit: () => limits.perDay, seconds: 86_400 })] as const,
  }
  return {
    count(key) {
      // Without limits there are no headers that tell of them.
      if (!limits.limited) return { isAllowed: true, headers: {} }
      const isAllowed = windows.Perhour[1].left(key) > 0 && windows.Perday[1].left(key) > 0
      if (isAllowed) for (const [, window] of Object.values(windows)) window.take(key)
      const headers: Record<string, string> = {}
      for (const [name, [limit, window]] of Object.entries(windows)) {
        headers[`X-Ratelimit-${name}-Limit`] = String(limit())
        headers[`X-Ratelimit-${name}-Remaining`] = String(window.left(key))
        // Seconds that remain, not a moment.
        headers[`X-Ratelimit-${name}-Reset`] = String(window.resetIn(key))
      }
      return { isAllowed, headers }
    },
    clear() {
      for (const [, window] of Object.values(windows)) window.clear()
    },
  }
}
