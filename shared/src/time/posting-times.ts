import { dayAfter, instantOf, wallOf, weekdayOf } from './wall-clock.ts'

/** A weekly posting time: a weekday (0 is Sunday) and what the clock shows then, `HH:MM`. */
export interface WeeklyTime {
  weekday: number
  time: string
}

export interface PostingTimeSearch {
  slots: readonly WeeklyTime[]
  zone: string
  /** Slots from here on. */
  after: Date
  /** When the account has posts already. */
  taken: readonly Date[]
  /** A slot is free when no post is nearer to it than this, in minutes. */
  apartMinutes: number
}

/** As far as slots are looked for: a year of a full account is an answer of its own. */
export const POSTING_TIME_SEARCH_DAYS = 366

/** The next free slots of an account, each occupied for those after it: gaps are filled first. */
export function freePostingTimes({ slots, zone, after, taken, apartMinutes }: PostingTimeSearch, count = 1): Date[] {
  const busy = taken.map((at) => at.getTime())
  const free: Date[] = []
  const isNear = (at: Date) => busy.some((time) => Math.abs(time - at.getTime()) < apartMinutes * 60_000 || time === at.getTime())
  for (const at of postingTimeInstants(slots, zone, after)) {
    if (free.length >= count) break
    if (isNear(at)) continue
    busy.push(at.getTime())
    free.push(at)
  }
  return free
}

/** The times of the slots from an instant on, in order; times that a clock change merges appear once. */
export function* postingTimeInstants(slots: readonly WeeklyTime[], zone: string, after: Date): Generator<Date> {
  let day = wallOf(after, zone).slice(0, 10)
  let last = after.getTime() - 1
  let ahead: number[] = []
  for (let days = 0; days <= POSTING_TIME_SEARCH_DAYS; days++) {
    ahead.push(...timesOn(day, slots, zone))
    day = dayAfter(day, 1)
    // A time that the clock skips before midnight falls after it, among the times of the next day.
    const midnight = instantOf(`${day}T00:00`, zone).getTime()
    for (const time of ahead.filter((candidate) => candidate < midnight).toSorted((one, other) => one - other)) {
      if (time <= last) continue
      last = time
      yield new Date(time)
    }
    ahead = ahead.filter((candidate) => candidate >= midnight)
  }
}

function timesOn(day: string, slots: readonly WeeklyTime[], zone: string): number[] {
  const weekday = weekdayOf(day)
  return slots.filter((slot) => slot.weekday === weekday).map(({ time }) => instantOf(`${day}T${time}`, zone).getTime())
}
