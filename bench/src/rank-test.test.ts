import { expect, test } from 'vitest'
import { differenceP } from './rank-test.ts'

// Values of R's wilcox.test(x, y, exact = FALSE, correct = FALSE).
test.each([
  [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.009023],
  [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10], 0.6015],
  [[1, 1, 2, 2], [1, 1, 2, 2], 1],
  [[5, 5, 5], [5, 5, 5], 1],
])('%j and %j differ by chance with p = %d', (one, other, p) => {
  expect(differenceP(one, other)).toBeCloseTo(p, 3)
  expect(differenceP(other, one)).toBeCloseTo(p, 3)
})
