import { expect, test } from 'vitest'
import { retryDelay } from './retry-schedule.ts'

const delays = (random: number) => Array.from({ length: 11 }, (_, index) => retryDelay({ attempts: index + 1, retryAfter: null, random }))

test('retryDelay allows ten attempts within about three days', () => {
  expect(delays(0)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null, null])
})

test('retryDelay adds up to ten percent of jitter', () => {
  expect(delays(1).slice(0, 4)).toEqual([6, 330, 1980, 7920])
})

test('an endpoint can delay a retry, but neither hasten it nor get more attempts', () => {
  expect(retryDelay({ attempts: 1, retryAfter: 120, random: 0 })).toBe(120)
  expect(retryDelay({ attempts: 3, retryAfter: 1, random: 0 })).toBe(1800)
  expect(retryDelay({ attempts: 10, retryAfter: 60, random: 0 })).toBeNull()
})
