import type { ZoneChoice } from '@ninesixteen/shared/time/zones'

/** `Berlin (UTC+01:00)` */
export function zoneLabel({ id, city, offsetText }: ZoneChoice): string {
  return id === 'UTC' ? 'UTC' : `${city} (${offsetText})`
}
