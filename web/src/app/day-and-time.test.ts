import { expect, test } from 'vitest'
import { dateAndTime } from './day-and-time.ts'

test('formats a time by the device’s clock with two digits', () => {
  expect(dateAndTime(new Date(2026, 10, 3, 9, 5).toISOString())).toBe('Nov 3, 2026 at 09:05 AM')
})
