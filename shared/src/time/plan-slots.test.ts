import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSlots } from './plan-slots.ts'

const time = fc.record({
  weekday: fc.integer({ min: 0, max: 6 }),
  time: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`),
})
const account = fc.record({
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe'),
  slots: fc.array(time, { maxLength: 6 }),
})
const accounts = fc.array(account, { maxLength: 4 }).map((all) => all.map((one, key) => ({ ...one, key })))
// Around the changes of the clock in 2026.
const from = fc.date({ min: new Date('2026-03-01T00:00Z'), max: new Date('2026-11-10T00:00Z'), noInvalidDate: true })
const DAY = 86_400_000

test('the first posting times of a day share a slideshow', () => {
  const daily = (...times: string[]) => [1, 2].flatMap((weekday) => times.map((at) => ({ weekday, time: at })))
  const slots = planSlots(
    [
      { key: 'one', zone: 'UTC', slots: daily('09:00', '18:00') },
      { key: 'two', zone: 'UTC', slots: daily('12:00') },
    ],
    { after: new Date('2026-06-01T10:00Z'), until: new Date('2026-06-02T10:00Z') },
  )
  expect(slots.map(({ day, ordinal, posts }) => [day, ordinal, posts.map(({ key }) => key).join(' ')])).toEqual([
    ['2026-06-01', 0, 'two'],
    ['2026-06-01', 1, 'one'],
    ['2026-06-02', 0, 'one'],
  ])
})

test('each posting time is in exactly one slot, with an account at most once per slot', () => {
  fc.assert(
    fc.property(accounts, from, fc.integer({ min: 1, max: 28 }), (all, after, days) => {
      const until = new Date(after.getTime() + days * DAY)
      const slots = planSlots(all, { after, until })
      const keys = slots.map(({ day, ordinal }) => `${day} ${ordinal}`)
      expect(new Set(keys).size).toBe(keys.length)
      const posts = slots.flatMap((slot) => slot.posts)
      expect(new Set(posts.map(({ key, at }) => `${key} ${at.getTime()}`)).size).toBe(posts.length)
      for (const slot of slots) {
        expect(new Set(slot.posts.map(({ key }) => key)).size).toBe(slot.posts.length)
        for (const { at } of slot.posts) expect(at >= after && at < until).toBe(true)
      }
    }),
  )
})

test('extending a plan keeps its slots', () => {
  fc.assert(
    fc.property(accounts, from, fc.integer({ min: 1, max: 10 * 24 }), (all, after, hours) => {
      const later = new Date(after.getTime() + hours * 3_600_000)
      const until = new Date(after.getTime() + 14 * DAY)
      const slotOf = (slots: ReturnType<typeof planSlots<number>>) =>
        slots.flatMap(({ day, ordinal, posts }) =>
          posts.flatMap(({ key, at }) => (at >= later ? [`${day} ${ordinal} ${key} ${at.toISOString()}`] : [])),
        )
      expect(slotOf(planSlots(all, { after: later, until })).toSorted()).toEqual(slotOf(planSlots(all, { after, until })).toSorted())
    }),
  )
})
