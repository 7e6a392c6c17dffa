import { POSTING_SLOTS_MAX } from '@ninesixteen/shared/api/limits'
import type { WeeklyTime } from '@ninesixteen/shared/time/posting-times'
import { shownTime } from '@ninesixteen/shared/time/shown-times'

/** Adds a time on each of the days, sorted and limited to the maximum per account. */
export function withTimes(times: readonly WeeklyTime[], days: readonly number[], time: string): WeeklyTime[] {
  const added = days.map((weekday) => ({ weekday, time })).filter((one) => !times.some((other) => isSame(one, other)))
  return [...times, ...added]
    .slice(0, POSTING_SLOTS_MAX)
    .toSorted((one, other) => one.weekday - other.weekday || one.time.localeCompare(other.time))
}

export function withoutTime(times: readonly WeeklyTime[], removed: WeeklyTime): WeeklyTime[] {
  return times.filter((one) => !isSame(one, removed))
}

/** Like `09:00 AM`. */
export function clockText(time: string): string {
  return shownTime(new Date(`2026-01-01T${time}Z`), 'UTC')
}

function isSame(one: WeeklyTime, other: WeeklyTime): boolean {
  return one.weekday === other.weekday && one.time === other.time
}
