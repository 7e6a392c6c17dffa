import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Day } from './days.ts'
import { timeOf } from './post-texts.ts'

/** A post with its place on the calendar, by publication time or else planned time. */
export interface PlacedPost {
  post: ScheduledPost
  /** Those that were scheduled together with it, and show as one with it. */
  others: readonly ScheduledPost[]
  /** Milliseconds since 1970. */
  at: number
  day: Day
  /** Wall time in minutes since midnight. */
  minute: number
}

interface Place extends Omit<PlacedPost, 'post' | 'others'> {
  zone: string
}

/** Unchanged posts keep their identity across fetches, so most places are cached. */
const places = new WeakMap<ScheduledPost, PlacedPost & Pick<Place, 'zone'>>()

const DAY_MS = 86_400_000
const offsets = new Map<string, number | null>()

/** The zone's offset in milliseconds during a UTC day; null on days of clock changes. */
function offsetOn(utcDay: number, zone: string): number | null {
  const key = `${zone} ${utcDay}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const [first, last] = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS].map((at) => Date.parse(`${wallOf(new Date(at), zone)}Z`) - at)
  const offset = first !== undefined && first === last ? first : null
  offsets.set(key, offset)
  return offset
}

/** Equals `wallOf`, but looks up the offset once a day instead of once a post, which dominates with thousands of posts. */
function fastWallOf(at: number, zone: string): string {
  const offset = offsetOn(Math.floor(at / DAY_MS), zone)
  return offset === null ? wallOf(new Date(at), zone) : new Date(at + offset).toISOString().slice(0, 16)
}

export function placeOf(post: ScheduledPost, zone: string): PlacedPost | null {
  const time = timeOf(post)
  if (time === null) return null
  const cached = places.get(post)
  if (cached?.zone === zone) return cached
  const at = Date.parse(time)
  const wall = fastWallOf(at, zone)
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  const placed = { post, others: [], at, day: wall.slice(0, 10), minute, zone }
  places.set(post, placed)
  return placed
}

/** Compares posts by the product's order of their networks. */
export function byPlatform(one: ScheduledPost, other: ScheduledPost): number {
  return PLATFORM_IDS.indexOf(one.platform) - PLATFORM_IDS.indexOf(other.platform)
}

/** The posts with a time, sorted by time, by network, and then by id. */
export function placePosts(posts: readonly ScheduledPost[], zone: string): PlacedPost[] {
  return posts
    .flatMap((post) => placeOf(post, zone) ?? [])
    .toSorted((one, other) => one.at - other.at || byPlatform(one.post, other.post) || (one.post.id < other.post.id ? -1 : 1))
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

/** The posts without a time, newest first. */
export function draftsOf(posts: readonly ScheduledPost[]): ScheduledPost[] {
  return posts.filter((post) => timeOf(post) === null).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}
