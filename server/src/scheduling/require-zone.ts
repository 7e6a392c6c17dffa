import { AppError } from '@ninesixteen/shared/errors'
import { isZone } from '@ninesixteen/shared/time/zones'

/** Throws TIME_ZONE_UNKNOWN for a name that is no time zone here. */
export function requireZone(zone: string): void {
  if (!isZone(zone)) throw new AppError('TIME_ZONE_UNKNOWN', { zone: zone.slice(0, 40) })
}
