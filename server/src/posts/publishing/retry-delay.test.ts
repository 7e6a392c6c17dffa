import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelaySeconds, withJitter } from './retry-delay.ts'

test('retryDelaySeconds allows five attempts over some twenty minutes', () => {
  expect([1, 2, 3, 4, 5].map(retryDelaySeconds)).toEqual([10, 60, 300, 900, null])
})

test('withJitter never shortens a delay, and lengthens it little', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 86_400, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (wait, chance) => {
        const spreadOut = withJitter({ random: () => chance }, wait)
        expect(spreadOut).toBeGreaterThanOrEqual(wait)
        expect(spreadOut).toBeLessThanOrEqual(wait + Math.min(wait * 0.2, 60))
      },
    ),
  )
})

test('withJitter spreads retries of accounts', () => {
  const moments = Array.from({ length: 100 }, (_, at) => Math.floor(withJitter({ random: () => at / 100 }, 600)))
  expect(new Set(moments).size).toBeGreaterThan(50)
})
