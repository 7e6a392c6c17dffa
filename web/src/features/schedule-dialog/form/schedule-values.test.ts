import { expect, test } from 'vitest'
import { chosenInstant, clockNote, sentTime } from './post-time.ts'
import { startValues } from './schedule-values.ts'

const now = new Date('2026-11-22T22:57:40Z')

test('a new post defaults to five minutes from now, in the time zone', () => {
  expect(startValues({ now, zone: 'UTC', kind: 'slides' })).toMatchObject({ date: '2026-11-22', time: '23:02', when: 'time' })
  expect(startValues({ now, zone: 'Asia/Kolkata', kind: 'slides' })).toMatchObject({ date: '2026-11-23', time: '04:32' })
})

test('a later day of the calendar is used at 09:00, a past day is ignored', () => {
  expect(startValues({ now, zone: 'UTC', kind: 'slides', day: '2026-12-01' })).toMatchObject({ date: '2026-12-01', time: '09:00' })
  expect(startValues({ now, zone: 'UTC', kind: 'slides', day: '2026-11-20' })).toMatchObject({ date: '2026-11-22', time: '23:02' })
})

test('a wall time is sent as an instant', () => {
  const values = { when: 'time', date: '2026-07-01', time: '09:30', zone: 'America/New_York' } as const
  expect(sentTime(values)).toBe('2026-07-01T13:30:00.000Z')
  expect(sentTime({ ...values, when: 'now' })).toBe('now')
  expect(sentTime({ ...values, when: 'draft' })).toBe(null)
  expect(chosenInstant({ ...values, time: '' })).toBe(null)
})

test('clock changes are explained', () => {
  const berlin = { when: 'time', zone: 'Europe/Berlin' } as const
  expect(clockNote({ ...berlin, date: '2026-10-25', time: '02:30' })).toContain('happens twice')
  expect(clockNote({ ...berlin, date: '2027-03-28', time: '02:30' })).toBe(
    'The clocks go forward then, so 02:30 doesn’t exist. We post at 03:30.',
  )
  expect(clockNote({ ...berlin, date: '2026-11-23', time: '02:30' })).toBe(null)
})
