import { Temporal } from 'temporal-polyfill'

/** Every zone that this program knows. */
export const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

export interface ClockChange {
  zone: string
  at: Date
  /** By which the clock is put forward, or back when it is negative, in minutes. */
  minutes: number
}

/** When the clocks of a zone are changed between two moments. */
export function clockChanges(zone: string, from: string, to: string): ClockChange[] {
  const changes: ClockChange[] = []
  const end = Temporal.Instant.from(to).epochMilliseconds
  let time = Temporal.Instant.from(from).toZonedDateTimeISO(zone)
  for (;;) {
    const next = time.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds > end) return changes
    const minutes = (next.offsetNanoseconds - time.offsetNanoseconds) / 60e9
    if (minutes !== 0) changes.push({ zone, at: new Date(next.epochMilliseconds), minutes })
    time = next
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Wall time, computed without the library under test: `YYYY-MM-DDTHH:MM`. */
export function clockOf(at: Date, zone: string): string {
  const cached = formats.get(zone)
  const format = cached ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  if (!cached) formats.set(zone, format)
  return format.format(at).replace(' ', 'T')
}

/**
 * The instant a wall time means, found by trying what the clock is ahead of UTC a day before and a day after: the earlier that the clock shows
 * as it was asked for, or else what the offset before the change makes of it.
 */
export function expectedInstant(wall: string, zone: string): Date {
  const asUtc = Date.parse(`${wall}Z`)
  const ahead = (at: number) => Date.parse(`${clockOf(new Date(at), zone)}Z`) - at
  const offsets = [ahead(asUtc - 86_400_000), ahead(asUtc + 86_400_000)]
  const instants = offsets.map((offset) => asUtc - offset).filter((at) => clockOf(new Date(at), zone) === wall)
  return new Date(instants.length > 0 ? Math.min(...instants) : asUtc - (offsets[0] ?? 0))
}
