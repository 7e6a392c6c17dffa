import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [600, '10 minutes'],
  [5399, '90 minutes'],
  [5400, '2 hours'],
  [86_400, '24 hours'],
])('%d seconds are %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
