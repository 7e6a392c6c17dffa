/** The furthest the clock may be ahead of the machine's, in seconds: ten years, more than any token lives. */
export const CLOCK_AHEAD_MAX = 10 * 366 * 24 * 60 * 60

/**
 * The providers' clock. It follows the machine's clock and can be moved ahead, so that a token of a day or a year expires within a test. All
 * providers share it.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Seconds since 1970, whole. */
  seconds(): number
  /** How far ahead of the machine's clock it is, in seconds. */
  ahead(): number
  /** Moves it ahead by that many seconds; it never goes back but by `reset`. */
  advance(seconds: number): void
  /** Back to the machine's clock. */
  reset(): void
  /** Runs after each move ahead. */
  onMove(act: () => void): void
}

export function createClock(machine: () => number = Date.now): Clock {
  let aheadMs = 0
  const acts: (() => void)[] = []
  const now = () => machine() + aheadMs
  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    ahead: () => aheadMs / 1000,
    advance(seconds) {
      aheadMs = Math.min(aheadMs + seconds * 1000, CLOCK_AHEAD_MAX * 1000)
      for (const act of acts) act()
    },
    onMove: (act) => void acts.push(act),
    reset() {
      aheadMs = 0
    },
  }
}
