import { dateAndTime } from '../../app/day-and-time.ts'

/** In the device's time zone: "Nov 23, 2026 at 02:05 PM". */
export const momentText = dateAndTime

/** The device's time zone. */
export function zoneName(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone.replaceAll('_', ' ')
}
