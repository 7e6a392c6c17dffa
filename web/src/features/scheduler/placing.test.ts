import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDay, draftsOf, placeOf, placePosts } from './placing.ts'
import { plannedOf, whenOf } from './post-texts.ts'
import { wallText } from './shifting.ts'
import { somePost } from './testing/some-post.ts'

test('a post is placed at its wall time in the time zone', () => {
  const post = somePost({ scheduledTime: '2026-11-24T23:30:00.000Z' })
  expect(placeOf(post, 'UTC')).toMatchObject({ day: '2026-11-24', minute: 23 * 60 + 30 })
  expect(placeOf(post, 'Europe/Berlin')).toMatchObject({ day: '2026-11-25', minute: 30 })
  expect(placeOf(post, 'America/New_York')).toMatchObject({ day: '2026-11-24', minute: 18 * 60 + 30 })
})

test('posts are sorted by instant, regardless of input order and offset', () => {
  const late = somePost({ scheduledTime: '2026-11-24T12:00:00.000Z' })
  const early = somePost({ scheduledTime: '2026-11-24T12:30:00.000+02:00' })
  const next = somePost({ scheduledTime: '2026-11-25T00:00:00.000Z' })
  const draft = somePost({ scheduledTime: null, delivery: 'draft' })
  const days = byDay(placePosts([next, late, draft, early], 'UTC'))
  expect([...days].map(([day, placed]) => [day, placed.map(({ post }) => post)])).toEqual([
    ['2026-11-24', [early, late]],
    ['2026-11-25', [next]],
  ])
})

test('a published post is placed at its publication time and shows the planned time if it differs', () => {
  const early = somePost({ status: 'published', scheduledTime: '2026-12-24T02:55:00.000Z', publishedAt: '2026-11-23T09:05:12.000Z' })
  expect(placeOf(early, 'UTC')).toMatchObject({ day: '2026-11-23', minute: 9 * 60 + 5 })
  expect([whenOf(early, 'UTC'), plannedOf(early, 'UTC')]).toEqual(['Nov 23, 2026 at 09:05 AM', 'Dec 24, 2026 at 02:55 AM'])
  const onTime = somePost({ status: 'published', scheduledTime: '2026-11-24T12:00:00.000Z', publishedAt: '2026-11-24T12:00:02.000Z' })
  expect([whenOf(onTime, 'UTC'), plannedOf(onTime, 'UTC')]).toEqual(['Nov 24, 2026 at 12:00 PM', null])
  expect(plannedOf(somePost(), 'UTC')).toBe(null)
})

test('posts without a time are drafts, newest first', () => {
  const old = somePost({ scheduledTime: null, createdAt: '2026-11-01T00:00:00.000Z' })
  const fresh = somePost({ scheduledTime: null, createdAt: '2026-11-02T00:00:00.000Z' })
  expect(draftsOf([somePost(), old, fresh])).toEqual([fresh, old])
})

test('a place equals the wall time in every zone, including days of clock changes', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const times = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2028, 0, 1) })
  fc.assert(
    fc.property(zones, times, (zone, at) => {
      const placed = placeOf(somePost({ scheduledTime: new Date(at).toISOString() }), zone)
      expect(placed && wallText(placed.day, placed.minute)).toBe(wallOf(new Date(at), zone))
    }),
    { numRuns: 2000 },
  )
  for (const hour of Array.from({ length: 48 }, (_, index) => index)) {
    const at = Date.UTC(2026, 9, 24, 12) + hour * 1_800_000
    const placed = placeOf(somePost({ scheduledTime: new Date(at).toISOString() }), 'Europe/Berlin')
    expect(placed && wallText(placed.day, placed.minute)).toBe(wallOf(new Date(at), 'Europe/Berlin'))
  }
})
