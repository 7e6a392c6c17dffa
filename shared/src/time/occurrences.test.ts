import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOccurrences, occurrences, ruleFault, type RecurrenceRule } from './occurrences.ts'
import { clockChanges, expectedInstant, ZONES } from './testing/clock-changes.ts'
import { dayAfter, wallOf, weekdayOf } from './wall-clock.ts'

const DAY_MS = 86_400_000
const iso = (found: readonly { at: Date }[]) => found.map(({ at }) => at.toISOString().slice(0, 16))
const span = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })

test('follows wall time, and skips no day with a missing time', () => {
  const daily: RecurrenceRule = { rule: 'FREQ=DAILY', zone: 'Europe/Berlin', first: '2026-03-01T02:30' }
  expect(occurrences(daily, span('2026-03-28T00:00Z', '2026-03-31T00:00Z'))).toEqual([
    { wall: '2026-03-28T02:30', at: new Date('2026-03-28T01:30Z') },
    { wall: '2026-03-29T02:30', at: new Date('2026-03-29T01:30Z') },
    { wall: '2026-03-30T02:30', at: new Date('2026-03-30T00:30Z') },
  ])
  expect(iso(occurrences(daily, span('2026-10-24T12:00Z', '2026-10-26T12:00Z')))).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
})

test('ends by COUNT or UNTIL, and counts the first time only if the rule matches it', () => {
  const of = (rule: string) => ({ rule, zone: 'America/New_York', first: '2026-11-24T09:00' })
  const year = span('2026-11-01T00:00Z', '2027-11-01T00:00Z')
  expect(iso(occurrences(of('FREQ=WEEKLY;BYDAY=FR;COUNT=3'), year))).toEqual(['2026-11-27T14:00', '2026-12-04T14:00', '2026-12-11T14:00'])
  // UNTIL is an instant: 14:00 in UTC is 09:00 in New York, and included.
  expect(occurrences(of('FREQ=DAILY;UNTIL=20261126T140000Z'), year)).toHaveLength(3)
  expect(occurrences(of('FREQ=DAILY;UNTIL=20261126T135959Z'), year)).toHaveLength(2)
  expect(occurrences(of('FREQ=DAILY;COUNT=5'), span('2026-11-27T00:00Z', '2026-12-27T00:00Z'))).toHaveLength(2)
  expect(occurrences(of('FREQ=MONTHLY;BYDAY=-1FR'), span('2026-11-01T00:00Z', '2027-01-31T00:00Z')).map(({ wall }) => wall)).toEqual([
    '2026-11-27T09:00',
    '2026-12-25T09:00',
    '2027-01-29T09:00',
  ])
})

test('finds rare occurrences, and none of a rule without a day', () => {
  const of = (rule: string) => nextOccurrences({ rule, zone: 'UTC', first: '2026-01-01T12:00' }, new Date('2026-11-22T00:00Z'), 2)
  expect(iso(of('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'))).toEqual(['2028-02-29T12:00'])
  expect(iso(of('FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,30'))).toEqual(['2026-11-30T12:00', '2027-11-01T12:00'])
  expect(of('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toEqual([])
})

test('limits the length, frequency and properties of a rule', () => {
  const fault = (rule: string) => ruleFault({ rule, zone: 'UTC', first: '2026-01-01T12:00' })
  const fine = ['FREQ=DAILY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU', 'FREQ=MONTHLY;BYDAY=2TU;COUNT=12', 'FREQ=DAILY;BYHOUR=9,12,18']
  expect(fine.map(fault)).toEqual(fine.map(() => null))
  const unreadable = [
    '',
    'FREQ=FOO',
    'DAILY',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=100000',
    'FREQ=DAILY;UNTIL=20261126',
    'FREQ=DAILY;UNTIL=20261399T000000Z',
    'FREQ=DAILY;COUNT=3;UNTIL=20261126T000000Z',
    'FREQ=DAILY\nRDATE:20260304T000000Z',
    'FREQ=DAILY;X-FOO=1',
    'FREQ=DAILY;BYSECOND=1',
    `FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(200)}1`,
  ]
  expect(unreadable.map((rule) => `${rule} ${fault(rule)}`)).toEqual(unreadable.map((rule) => `${rule} unreadable`))
  const often = ['FREQ=HOURLY', 'FREQ=SECONDLY', 'FREQ=DAILY;BYHOUR=1,2,3,4;BYMINUTE=0,20,40']
  expect(often.map(fault)).toEqual(often.map(() => 'too-often'))
  expect(fault('FREQ=DAILY;COUNT=1001')).toBe('too-many')
})

test('occurs at its wall time in every zone, around every clock change', () => {
  const changes = ZONES.flatMap((zone) => clockChanges(zone, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'))
  const times = ['00:00', '00:30', '01:15', '02:00', '02:30', '03:00', '12:00', '23:30']
  for (const [index, { zone, at }] of changes.entries()) {
    const time = times[index % times.length] ?? ''
    const first = `${dayAfter(wallOf(at, zone).slice(0, 10), -10)}T${time}`
    const [from, to] = [new Date(at.getTime() - 3 * DAY_MS), new Date(at.getTime() + 3 * DAY_MS)]
    const weekdays = index % 2 === 0 ? [0, 1, 2, 3, 4, 5, 6] : [0, 5, 6]
    const rule = index % 2 === 0 ? 'FREQ=DAILY' : 'FREQ=WEEKLY;BYDAY=FR,SA,SU'
    const days = Array.from({ length: 10 }, (_, day) => dayAfter(wallOf(from, zone).slice(0, 10), day - 1))
    const expected = days
      .filter((day) => weekdays.includes(weekdayOf(day)))
      .map((day) => ({ wall: `${day}T${time}`, at: expectedInstant(`${day}T${time}`, zone) }))
      .filter((one) => one.at >= from && one.at <= to)
    expect([zone, occurrences({ rule, zone, first }, { from, to })]).toEqual([zone, expected])
  }
})

test('returns the same occurrences in parts and at once', () => {
  const rules = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=SU', 'FREQ=DAILY;INTERVAL=3;COUNT=40', 'FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=30']
  const cuts = fc.array(fc.integer({ min: 1, max: 59 * 24 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.constantFrom(...rules), cuts, (zone, rule, hours) => {
      const repetition = { rule, zone, first: '2026-03-01T02:30' }
      const [from, to] = [Date.parse('2026-03-01T00:00Z'), Date.parse('2026-04-29T23:59:59Z')]
      const edges = [from, ...hours.toSorted((one, other) => one - other).map((hour) => from + hour * 3_600_000), to + 1]
      const pieces = edges.slice(1).flatMap((edge, index) => {
        const piece = { from: new Date(edges[index] ?? 0), to: new Date(edge - 1) }
        return piece.to < piece.from ? [] : occurrences(repetition, piece)
      })
      expect(pieces.map(({ at }) => at)).toEqual(occurrences(repetition, { from: new Date(from), to: new Date(to) }).map(({ at }) => at))
    }),
    { numRuns: 60 },
  )
})
