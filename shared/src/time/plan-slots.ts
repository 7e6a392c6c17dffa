import { postingTimeInstants, type WeeklyTime } from './posting-times.ts'
import { wallOf } from './wall-clock.ts'

export interface PlannedAccount<Key> {
  key: Key
  zone: string
  slots: readonly WeeklyTime[]
}

/** One slideshow of a plan: the posts that show it, at most one per account. */
export interface PlanSlot<Key> {
  /** The day by the clock of the first account's zone, `YYYY-MM-DD`. */
  day: string
  /** 0 for the first slideshow of the day. */
  ordinal: number
  posts: { key: Key; at: Date }[]
}

/**
 * The slots of a plan in [after, until), in order. The first posting times of a day share a slideshow, as do the second ones: accounts that post
 * at different hours show the same slideshow on the same day.
 */
export function planSlots<Key>(accounts: readonly PlannedAccount<Key>[], { after, until }: { after: Date; until: Date }): PlanSlot<Key>[] {
  const slotsByKey = new Map<string, PlanSlot<Key>>()
  for (const { key, zone, slots } of accounts) {
    // Counted from midnight, so that a time keeps its ordinal when the plan is extended.
    const perDay = new Map<string, number>()
    for (const at of postingTimeInstants(slots, zone, new Date(after.getTime() - DAY_MS))) {
      if (at >= until) break
      const day = wallOf(at, zone).slice(0, 10)
      const ordinal = perDay.get(day) ?? 0
      perDay.set(day, ordinal + 1)
      if (at < after) continue
      const id = `${day} ${ordinal}`
      const slot = slotsByKey.get(id) ?? { day, ordinal, posts: [] }
      slot.posts.push({ key, at })
      slotsByKey.set(id, slot)
    }
  }
  return [...slotsByKey.values()].toSorted((one, other) => one.day.localeCompare(other.day) || one.ordinal - other.ordinal)
}

/** More than the longest day by any clock. */
const DAY_MS = 26 * 60 * 60 * 1000
