import type { Clock } from '../kit/clock.ts'

/** In seconds. */
export const DAY = 24 * 60 * 60

/** The sandbox's clock, but while something is caught up with: then it is when that was due. */
export interface TestClock extends Pick<Clock, 'seconds' | 'advance'> {
  at(seconds: number, act: () => void): void
}

export function createTestClock({ seconds, advance }: Clock): TestClock {
  let then: number | null = null
  return {
    seconds: () => then ?? seconds(),
    advance,
    at(due, act) {
      then = due
      try {
        act()
      } finally {
        then = null
      }
    },
  }
}
