import { expect, test } from 'vitest'
import { clockText, withoutTime, withTimes } from './weekly-times.ts'

test('times are unique, sorted by weekday and limited in number', () => {
  const some = withTimes([], [5, 1], '18:00')
  expect(withTimes(some, [1, 0], '09:00')).toEqual([
    { weekday: 0, time: '09:00' },
    { weekday: 1, time: '09:00' },
    { weekday: 1, time: '18:00' },
    { weekday: 5, time: '18:00' },
  ])
  expect(withTimes(some, [1, 5], '18:00')).toEqual(some)
  expect(withoutTime(some, { weekday: 1, time: '18:00' })).toEqual([{ weekday: 5, time: '18:00' }])
  const many = Array.from({ length: 100 }, (_, minute) => ({
    weekday: 3,
    time: `${10 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
  }))
  expect(withTimes(many, [6], '23:00')).toHaveLength(100)
  expect([clockText('09:05'), clockText('21:00')]).toEqual(['09:05 AM', '09:00 PM'])
})
