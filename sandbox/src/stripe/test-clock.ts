import type { Clock } from '../kit/clock.ts'

/** In seconds. */
export const DAY = 24 * 60 * 60

/** The sandbox's clock, but while something is caught up with: then it is when that was due. */
export interface TestClock extends Pick<Clock, 'seconds' | 'advance'> {
  at(seconds: number, act: () => void): void
}

export function createTestClock({ seconds, advance }: Clock): TestClock {
  let targetTime: number | null = null
  return {
    seconds: () => targetTime ?? seconds(),
    advance,
    at(due, act) {
      targetTime = due
      try {
        act()
      } finally {
        targetTime = null
      }
    },
  }
}
