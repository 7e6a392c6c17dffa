import { dayAfter, instantOf, wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Day } from './days.ts'

/** The distance of a move on the calendar. */
export interface Shift {
  days: number
  /** In wall time; at most a day. */
  minutes: number
}

const DAY_MINUTES = 24 * 60
/** Minutes per step of a move. */
export const STEP_MINUTES = 15

export function wallText(day: Day, minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return `${day}T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The instant of a day and minute in a zone. */
export function momentOf(day: Day, minute: number, zone: string): string {
  return instantOf(wallText(day, minute), zone).toISOString()
}

/** Moves an instant in wall time, so that the time of day stays the same across clock changes. */
export function shifted(time: string, { days, minutes }: Shift, zone: string): string {
  const wall = wallOf(new Date(time), zone)
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) + minutes
  const day = dayAfter(wall.slice(0, 10), days + Math.floor(minute / DAY_MINUTES))
  return momentOf(day, ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES, zone)
}

/** Number of days between two days; negative if the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)
}

/** The move of Shift with an arrow: days and weeks in a month, days and 15 minutes in a grid of hours. */
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

/** The number of days that an arrow, Home or End moves in a grid with `columns` days per row; null for other keys. */
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

/** Default minute for a draft dropped on a day: nine, or the next quarter hour at least an hour from now. */
export function minuteForDraft(day: Day, now: Date, zone: string): number {
  const wall = wallOf(now, zone)
  const soon = Math.ceil((Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) + 60) / STEP_MINUTES) * STEP_MINUTES
  const isToday = wall.startsWith(day)
  return isToday ? Math.min(Math.max(soon, 9 * 60), DAY_MINUTES - 1) : 9 * 60
}
