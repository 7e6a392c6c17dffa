import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freePostingTimes, postingTimeInstants, type WeeklyTime } from './posting-times.ts'
import { clockChanges, clockOf, expectedInstant, ZONES } from './testing/clock-changes.ts'
import { dayAfter, wallOf, weekdayOf } from './wall-clock.ts'

const berlin = { zone: 'Europe/Berlin', apartMinutes: 30 }
const iso = (dates: readonly Date[]) => dates.map((at) => at.toISOString().slice(0, 16))

test('slots follow the wall clock through both clock changes', () => {
  const slots = [{ weekday: 0, time: '09:00' }]
  const spring = freePostingTimes({ ...berlin, slots, after: new Date('2026-03-20T00:00:00Z'), taken: [] }, 2)
  expect(iso(spring)).toEqual(['2026-03-22T08:00', '2026-03-29T07:00'])
  const autumn = freePostingTimes({ ...berlin, slots, after: new Date('2026-10-16T00:00:00Z'), taken: [] }, 2)
  expect(iso(autumn)).toEqual(['2026-10-18T07:00', '2026-10-25T08:00'])
})

test('a slot skipped before midnight comes next, in order', () => {
  // Nuuk: 23:00 to 24:00 is missing on Saturday, March 28, 2026.
  const slots = [
    { weekday: 6, time: '23:30' },
    { weekday: 0, time: '00:15' },
  ]
  const search = { slots, zone: 'America/Nuuk', apartMinutes: 0, taken: [], after: new Date('2026-03-28T12:00:00Z') }
  expect(iso(freePostingTimes(search, 3))).toEqual(['2026-03-29T01:15', '2026-03-29T01:30', '2026-04-05T00:30'])
})

test('a slot without a nearby post is free, and gaps are filled first', () => {
  const slots = [1, 3, 5].map((weekday) => ({ weekday, time: '12:00' }))
  const search = { slots, zone: 'UTC', apartMinutes: 30, after: new Date('2026-11-23T00:00:00Z') }
  const taken = ['2026-11-23T12:00Z', '2026-11-27T12:29Z', '2026-11-30T11:30Z'].map((at) => new Date(at))
  expect(iso(freePostingTimes({ ...search, taken }, 3))).toEqual(['2026-11-25T12:00', '2026-11-30T12:00', '2026-12-02T12:00'])
  expect(iso(freePostingTimes({ ...search, taken, apartMinutes: 0 }, 2))).toEqual(['2026-11-25T12:00', '2026-11-27T12:00'])
})

test('an account without slots, or with a full year, has none', () => {
  const search = { ...berlin, after: new Date('2026-11-23T00:00:00Z') }
  expect(freePostingTimes({ ...search, slots: [], taken: [] })).toEqual([])
  const slots = [{ weekday: 1, time: '12:00' }]
  expect(freePostingTimes({ ...search, slots, taken: [...postingTimeInstants(slots, 'Europe/Berlin', search.after)] })).toEqual([])
})

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const weekly = fc.array(fc.record({ weekday: fc.integer({ min: 0, max: 6 }), time }), { minLength: 1, maxLength: 10 })

/** Every day and time of a week, looked at one by one. */
function expectedSlots(slots: readonly WeeklyTime[], zone: string, span: { after: Date; days: number }): string[] {
  const first = wallOf(span.after, zone).slice(0, 10)
  const times = new Set<number>()
  for (let days = -1; days < span.days; days++) {
    const day = dayAfter(first, days)
    for (const slot of slots) if (slot.weekday === weekdayOf(day)) times.add(expectedInstant(`${day}T${slot.time}`, zone).getTime())
  }
  const after = [...times].filter((at) => at >= span.after.getTime()).toSorted((one, other) => one - other)
  return iso(after.map((at) => new Date(at)))
}

test('slots follow the wall clock in every zone around every clock change, once and in order', () => {
  const changes = ZONES.flatMap((zone) => clockChanges(zone, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'))
  expect(changes.length).toBeGreaterThan(200)
  const [sample] = fc.sample(fc.array(weekly, { minLength: 97, maxLength: 97 }), { numRuns: 1, seed: 16 })
  for (const [index, { zone, at }] of changes.entries()) {
    const slots = sample?.[index % 97] ?? []
    const after = new Date(at.getTime() - 2 * 86_400_000)
    const expected = expectedSlots(slots, zone, { after, days: 6 })
    const freeTimes = freePostingTimes({ slots, zone, after, taken: [], apartMinutes: 0 }, expected.length)
    expect(`${zone} ${JSON.stringify(slots)} ${iso(freeTimes).join(' ')}`).toBe(`${zone} ${JSON.stringify(slots)} ${expected.join(' ')}`)
    for (const slot of freeTimes) expect(clockOf(slot, zone)).toBe(wallOf(slot, zone))
  }
})
