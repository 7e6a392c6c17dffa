import { expect, test } from 'vitest'
import { dateAndTime, dayAndTime } from './day-and-time.ts'

/** Of this machine's time zone, as people see it. */
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)

test.each([
  [local(22, 14, 5), local(22, 9), 'today at 14:05'],
  [local(23, 9, 30), local(22, 9, 31), 'tomorrow at 09:30'],
  [local(23, 0), local(22, 23, 59), 'tomorrow at 00:00'],
  [local(24, 0), local(22, 23, 59), 'on November 24 at 00:00'],
  [local(21, 23, 59), local(22, 0), 'on November 21 at 23:59'],
])('%s seen from %s is %s', (at, now, words) => {
  expect(dayAndTime(at.toISOString(), now)).toBe(words)
})

test('a moment in full has hours and minutes of two digits', () => {
  expect(dateAndTime(local(3, 9, 5).toISOString())).toBe('Nov 3, 2026, 09:05 AM')
})
