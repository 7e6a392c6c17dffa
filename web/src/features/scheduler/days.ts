import { dayAfter, weekdayOf } from '@ninesixteen/shared/time/wall-clock'

/** A calendar day, `YYYY-MM-DD`, independent of a time zone. */
export type Day = string
/** `YYYY-MM` */
export type Month = string

const MONTH_CELLS = 42
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

export function dayOfMonth(day: Day): number {
  return Number(day.slice(8))
}

export function monthAfter(month: Month, months: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

function daysIn(month: Month): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
}

function dayIn(month: Month, number: number): Day {
  return `${month}-${String(number).padStart(2, '0')}`
}

export function daysOf(month: Month): Day[] {
  return Array.from({ length: daysIn(month) }, (_, index) => dayIn(month, index + 1))
}

/** Six weeks from Sunday to Saturday; null outside of the month. */
export function monthCells(month: Month): (Day | null)[] {
  const days = daysOf(month)
  const leadingCells = weekdayOf(dayIn(month, 1))
  return Array.from({ length: MONTH_CELLS }, (_, cell) => days[cell - leadingCells] ?? null)
}

/** The week around a day, from Sunday. */
export function weekOf(day: Day): Day[] {
  const sunday = dayAfter(day, -weekdayOf(day))
  return Array.from({ length: 7 }, (_, index) => dayAfter(sunday, index))
}

/** The same day in another month, or its last day. */
export function inMonth(day: Day, month: Month): Day {
  return dayIn(month, Math.min(dayOfMonth(day), daysIn(month)))
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const atMidnight = (day: Day) => new Date(`${day}T00:00Z`)

/** `November 2026` */
export function monthText(month: Month): string {
  return monthName.format(atMidnight(dayIn(month, 1)))
}

/** `Sunday, November 22` */
export function longDayText(day: Day): string {
  return longDay.format(atMidnight(day))
}

/** `Nov 22, 2026` */
export function shortDayText(day: Day): string {
  return shortDay.format(atMidnight(day))
}

/** `Nov 22 – 28, 2026` */
export function weekText(day: Day): string {
  const days = weekOf(day)
  return shortDay.formatRange(atMidnight(days[0] ?? day), atMidnight(days[6] ?? day)).replaceAll('\u2009', ' ')
}
