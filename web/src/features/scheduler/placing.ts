import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Day } from './days.ts'

/** A post that has a time, where the calendar of a zone has it. */
export interface PlacedPost {
  post: ScheduledPost
  /** Epoch, in milliseconds. */
  at: number
  day: Day
  /** Since midnight, by the clock on the wall. */
  minute: number
}

interface Place extends Omit<PlacedPost, 'post'> {
  zone: string
}

/** A post that did not change is the same object after each fetch, so most places are known already. */
const known = new WeakMap<ScheduledPost, PlacedPost & Pick<Place, 'zone'>>()

export function placeOf(post: ScheduledPost, zone: string): PlacedPost | null {
  if (post.scheduledTime === null) return null
  const before = known.get(post)
  if (before?.zone === zone) return before
  const at = new Date(post.scheduledTime)
  const wall = wallOf(at, zone)
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  const placed = { post, at: at.getTime(), day: wall.slice(0, 10), minute, zone }
  known.set(post, placed)
  return placed
}

/** All that have a time, by it; those of one moment keep an order of their own. */
export function placePosts(posts: readonly ScheduledPost[], zone: string): PlacedPost[] {
  return posts
    .flatMap((post) => placeOf(post, zone) ?? [])
    .toSorted((one, other) => one.at - other.at || (one.post.id < other.post.id ? -1 : 1))
}

export function byDay(placed: readonly PlacedPost[]): Map<Day, PlacedPost[]> {
  const days = new Map<Day, PlacedPost[]>()
  for (const one of placed) {
    const day = days.get(one.day)
    if (day) day.push(one)
    else days.set(one.day, [one])
  }
  return days
}

/** What has no time yet, the newest first. */
export function draftsOf(posts: readonly ScheduledPost[]): ScheduledPost[] {
  return posts.filter(({ scheduledTime }) => scheduledTime === null).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}
