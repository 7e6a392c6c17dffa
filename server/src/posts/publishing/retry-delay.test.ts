import { expect, test } from 'vitest'
import { retryDelaySeconds } from './retry-delay.ts'

test('five attempts, whose pauses outlast a file store that is away for some minutes', () => {
  expect([1, 2, 3, 4, 5].map(retryDelaySeconds)).toEqual([10, 60, 300, 900, null])
})
