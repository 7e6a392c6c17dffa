import { Temporal } from 'temporal-polyfill'

/*
 * A wall time is what a clock on the wall shows, without saying where: `2026-03-29T02:30`. Together with a time zone it is an instant.
 *
 * Clocks are changed, so some wall times come twice and some never:
 *   twice (the clock is put back)      the earlier of the two is meant
 *   never (the clock is put forward)   it is moved forward by what is missing: 02:30 becomes 03:30 where 02:00 to 03:00 is left out
 */

export interface SettledTime {
  at: Date
  /** Wall time at that instant; differs from the requested one where the clock skips it. */
  wall: string
  kind: 'once' | 'twice' | 'never'
}

/** The instant that a wall time means in a zone, and whether it was one of two or moved. */
export function settleWall(wall: string, zone: string): SettledTime {
  const plain = Temporal.PlainDateTime.from(wall)
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { at: dateOf(earlier), wall, kind: 'once' }
  if (earlier.toPlainDateTime().equals(plain)) return { at: dateOf(earlier), wall, kind: 'twice' }
  return { at: dateOf(later), wall: minuteOf(later), kind: 'never' }
}

export function instantOf(wall: string, zone: string): Date {
  return dateOf(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }))
}

/** Wall time of a zone at an instant, without seconds. */
export function wallOf(at: Date, zone: string): string {
  return minuteOf(Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone))
}

/** The day some days after another one: `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** 0 for Sunday, as the calendar's weeks begin. */
export function weekdayOf(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek % 7
}

function dateOf({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds)
}

function minuteOf(time: Temporal.ZonedDateTime): string {
  return time.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' })
}
