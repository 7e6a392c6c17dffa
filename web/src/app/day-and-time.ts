import { shownMoment } from '@ninesixteen/shared/time/shown-times'

/** In the device's time zone: "Nov 23, 2026 at 02:05 PM". */
export const dateAndTime = (at: string): string => shownMoment(new Date(at))

/** The device's time zone. */
export function zoneName(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone.replaceAll('_', ' ')
}
