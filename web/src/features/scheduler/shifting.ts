import { dayAfter, instantOf, wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Day } from './days.ts'

/** How far a post is moved on the calendar. */
export interface Shift {
  days: number
  /** By the clock on the wall; at most a day. */
  minutes: number
}

const DAY_MINUTES = 24 * 60
/** Times are moved in steps of this many minutes. */
export const STEP_MINUTES = 15

export function wallText(day: Day, minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return `${day}T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The moment that a day and a minute of it mean in a zone. */
export function momentOf(day: Day, minute: number, zone: string): string {
  return instantOf(wallText(day, minute), zone).toISOString()
}

/** A moment moved on the clock of a zone: what is at nine stays at nine, also over a change of the clock. */
export function shifted(time: string, { days, minutes }: Shift, zone: string): string {
  const wall = wallOf(new Date(time), zone)
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) + minutes
  const day = dayAfter(wall.slice(0, 10), days + Math.floor(minute / DAY_MINUTES))
  return momentOf(day, ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES, zone)
}

/** How far apart two days are; negative when the second is the earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)
}

/** How Shift and an arrow move a post: by days and weeks in a month, by days and quarters of an hour on a grid of hours. */
export function shiftOfKey(key: string, isTimed: boolean): Shift | null {
  switch (key) {
    case 'ArrowLeft':
      return { days: -1, minutes: 0 }
    case 'ArrowRight':
      return { days: 1, minutes: 0 }
    case 'ArrowUp':
      return isTimed ? { days: 0, minutes: -STEP_MINUTES } : { days: -7, minutes: 0 }
    case 'ArrowDown':
      return isTimed ? { days: 0, minutes: STEP_MINUTES } : { days: 7, minutes: 0 }
    default:
      return null
  }
}

/** How many days an arrow, Home or End goes from a day of a grid whose rows have some days. */
export function daysOfKey(key: string, column: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -column,
    End: columns - 1 - column,
  }
  return steps[key] ?? null
}

/** When a draft goes out that is put on a day without saying when: at nine, or at the next quarter an hour from now. */
export function minuteForDraft(day: Day, now: Date, zone: string): number {
  const wall = wallOf(now, zone)
  const soon = Math.ceil((Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) + 60) / STEP_MINUTES) * STEP_MINUTES
  const isToday = wall.startsWith(day)
  return isToday ? Math.min(Math.max(soon, 9 * 60), DAY_MINUTES - 1) : 9 * 60
}
