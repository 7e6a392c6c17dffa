import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Day } from './days.ts'
import { timeOf } from './post-words.ts'

/** A post that has a time, where the calendar of a zone shows it: where it went out, else where it is planned. */
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
const places = new WeakMap<ScheduledPost, PlacedPost & Pick<Place, 'zone'>>()

const DAY_MS = 86_400_000
const aheadOfUtc = new Map<string, number | null>()

/** What the clock of a zone is ahead of UTC all through a day of UTC; null when it is changed on it. */
function aheadOn(utcDay: number, zone: string): number | null {
  const key = `${zone} ${utcDay}`
  const known = aheadOfUtc.get(key)
  if (known !== undefined) return known
  const [first, last] = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS].map((at) => Date.parse(`${wallOf(new Date(at), zone)}Z`) - at)
  const ahead = first !== undefined && first === last ? first : null
  aheadOfUtc.set(key, ahead)
  return ahead
}

/** As `wallOf` says it, asked once a day instead of once a post: of a month with thousands that is what takes longest. */
function shownWall(at: number, zone: string): string {
  const ahead = aheadOn(Math.floor(at / DAY_MS), zone)
  return ahead === null ? wallOf(new Date(at), zone) : new Date(at + ahead).toISOString().slice(0, 16)
}

export function placeOf(post: ScheduledPost, zone: string): PlacedPost | null {
  const time = timeOf(post)
  if (time === null) return null
  const before = places.get(post)
  if (before?.zone === zone) return before
  const at = Date.parse(time)
  const wall = shownWall(at, zone)
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  const placed = { post, at, day: wall.slice(0, 10), minute, zone }
  places.set(post, placed)
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
  return posts.filter((post) => timeOf(post) === null).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}
