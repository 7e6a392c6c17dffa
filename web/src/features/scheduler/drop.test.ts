import { describe, expect, it } from 'vitest'
import { dropChanges, isIntoPast, minuteAt, postsToMove, shiftChanges, type DropPlace, pointInWindow } from './drop.ts'
import { somePost } from './testing/some-post.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ZONE = 'Europe/Berlin'
const post = somePost({ scheduledTime: '2026-11-24T08:05:00.000Z' })
const other = somePost({ scheduledTime: '2026-11-25T17:30:00.000Z' })
const draft = somePost({ scheduledTime: null, delivery: 'draft' })

const droppedTimes = (place: DropPlace, one = post, together = [one]) =>
  dropChanges(one, place, { together, zone: ZONE, now }).map(({ to }) => to)

describe('minuteAt', () => {
  it('rounds to a quarter of an hour', () => {
    expect([0, 7, 8, 60 * 9 + 5, 60 * 9 + 8].map((offset) => minuteAt(offset, 1440))).toEqual([0, 0, 15, 540, 555])
    expect(minuteAt(336, 1344)).toBe(6 * 60)
  })

  it('clamps to the day', () => {
    expect([minuteAt(-300, 1344), minuteAt(5000, 1344)]).toEqual([0, 23 * 60 + 45])
  })
})

describe('dropping a scheduled post', () => {
  it('keeps the time of day on a day without hours', () => {
    expect(droppedTimes({ day: '2026-11-28', minute: null })).toEqual(['2026-11-28T08:05:00.000Z'])
  })

  it('keeps the wall time across a clock change', () => {
    const summer = somePost({ scheduledTime: '2026-10-20T07:05:00.000Z' })
    expect(droppedTimes({ day: '2026-10-27', minute: null }, summer)).toEqual(['2026-10-27T08:05:00.000Z'])
  })

  it('uses the minute under the pointer on a day with hours', () => {
    expect(droppedTimes({ day: '2026-11-23', minute: 18 * 60 + 30 })).toEqual(['2026-11-23T17:30:00.000Z'])
  })

  it('changes nothing at the current place', () => {
    expect(droppedTimes({ day: '2026-11-24', minute: null })).toEqual([])
    expect(droppedTimes({ day: '2026-11-24', minute: 9 * 60 + 5 })).toEqual([])
  })

  it('moves the selection by the same distance, except drafts', () => {
    expect(droppedTimes({ day: '2026-11-26', minute: 10 * 60 + 5 }, post, [post, other, draft])).toEqual([
      '2026-11-26T09:05:00.000Z',
      '2026-11-27T18:30:00.000Z',
    ])
  })
})

describe('dropping a draft', () => {
  it('uses the minute under the pointer on a day with hours', () => {
    expect(droppedTimes({ day: '2026-11-23', minute: 18 * 60 + 30 }, draft)).toEqual(['2026-11-23T17:30:00.000Z'])
  })

  it('schedules it at 09:00 on a later day, or at least an hour from now today', () => {
    expect(droppedTimes({ day: '2026-11-28', minute: null }, draft)).toEqual(['2026-11-28T08:00:00.000Z'])
    expect(droppedTimes({ day: '2026-11-20', minute: null }, draft)).toEqual(['2026-11-20T13:00:00.000Z'])
  })
})

describe('isIntoPast', () => {
  const moved = (...times: (string | null)[]) => times.map((to) => ({ post, to }))

  it('is true if any post would be in the past', () => {
    expect(isIntoPast(moved('2026-11-20T11:59:59.999Z'), now)).toBe(true)
    expect(isIntoPast(moved('2026-11-21T12:00:00.000Z', '2026-11-19T12:00:00.000Z'), now)).toBe(true)
  })

  it('is false for times from now on and for drafts', () => {
    expect(isIntoPast(moved('2026-11-20T12:00:00.000Z', '2026-12-20T12:00:00.000Z', null), now)).toBe(false)
    expect(isIntoPast([], now)).toBe(false)
  })
})

describe('postsToMove', () => {
  const sent = somePost({ status: 'published', delivery: 'published' })
  const byId = new Map([post, other, sent].map((one) => [one.id, one]))

  it('returns only the post unless it is selected', () => {
    expect(postsToMove(post, new Set([other.id]), byId)).toEqual([post])
    expect(postsToMove(post, new Set([other.id, post.id]), byId)).toEqual([other, post])
  })

  it('omits posts that can no longer move', () => {
    expect(postsToMove(sent, new Set(), byId)).toEqual([])
    expect(postsToMove(post, new Set([post.id, sent.id, 'gone']), byId)).toEqual([post])
  })

  it('skips drafts when shifted by keys', () => {
    expect(shiftChanges([post, draft], { days: 0, minutes: -15 }, ZONE)).toEqual([{ post, to: '2026-11-24T07:50:00.000Z' }])
  })
})

it('a pointer outside the window drops at the nearest point inside', () => {
  const size = { width: 800, height: 600 }
  expect(pointInWindow({ x: 300, y: 640 }, size)).toEqual({ x: 300, y: 599 })
  expect(pointInWindow({ x: -5, y: -1 }, size)).toEqual({ x: 0, y: 0 })
  expect(pointInWindow({ x: 300, y: 200 }, size)).toEqual({ x: 300, y: 200 })
})
