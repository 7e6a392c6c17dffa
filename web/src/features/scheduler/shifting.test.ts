import { expect, test } from 'vitest'
import { daysBetween, daysOfKey, minuteForDraft, momentOf, shifted, shiftOfKey } from './shifting.ts'

test('a post moved across a clock change keeps its wall time', () => {
  expect(shifted('2026-10-24T07:00:00.000Z', { days: 1, minutes: 0 }, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z')
  expect(shifted('2026-03-28T01:30:00.000Z', { days: 1, minutes: 0 }, 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})

test('minutes cross midnight in both directions', () => {
  expect(shifted('2026-11-24T00:05:00.000Z', { days: 0, minutes: -15 }, 'UTC')).toBe('2026-11-23T23:50:00.000Z')
  expect(shifted('2026-11-24T23:50:00.000Z', { days: 0, minutes: 15 }, 'UTC')).toBe('2026-11-25T00:05:00.000Z')
  expect(shifted('2026-11-24T12:00:00.000Z', { days: -1, minutes: 90 }, 'UTC')).toBe('2026-11-23T13:30:00.000Z')
})

test('daysBetween counts across months, years and clock changes', () => {
  expect([
    daysBetween('2026-12-31', '2027-01-01'),
    daysBetween('2026-03-30', '2026-03-28'),
    daysBetween('2026-11-01', '2026-11-01'),
  ]).toEqual([1, -2, 0])
  expect(momentOf('2026-07-01', 9 * 60 + 5, 'America/New_York')).toBe('2026-07-01T13:05:00.000Z')
})

test('Shift with an arrow moves by days and weeks in a month, and by 15 minutes in a grid of hours', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home']
  expect(keys.map((key) => shiftOfKey(key, false)?.days ?? null)).toEqual([-1, 1, -7, 7, null])
  expect(keys.map((key) => shiftOfKey(key, true)?.minutes ?? null)).toEqual([0, 0, -15, 15, null])
})

test('arrows, Home and End move between days', () => {
  const from = (key: string) => daysOfKey(key, 2, 7)
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map(from)).toEqual([-1, 1, -7, 7, -2, 4, null])
})

test('a draft dropped on a day is scheduled at nine, or in an hour if that is later', () => {
  const now = new Date('2026-11-24T13:07:00Z')
  expect(minuteForDraft('2026-11-25', now, 'UTC')).toBe(9 * 60)
  expect(minuteForDraft('2026-11-24', now, 'UTC')).toBe(14 * 60 + 15)
  expect(minuteForDraft('2026-11-24', new Date('2026-11-24T05:00:00Z'), 'UTC')).toBe(9 * 60)
  expect(minuteForDraft('2026-11-24', new Date('2026-11-24T23:50:00Z'), 'UTC')).toBe(24 * 60 - 1)
})
