import { dateAndTime } from '../../app/day-and-time.ts'

/** On this device's clock: "Nov 23, 2026 at 02:05 PM". */
export const momentText = dateAndTime

/** The zone in which this device tells times. */
export function zoneName(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone.replaceAll('_', ' ')
}
