import type { ZoneChoice } from '@ninesixteen/shared/time/zones'
import type { KeyboardEvent } from 'react'

/** `Berlin (UTC+01:00)` */
export function zoneLabel({ id, city, offsetText }: ZoneChoice): string {
  return id === 'UTC' ? 'UTC' : `${city} (${offsetText})`
}

/** The character that a key types; null for other keys, and for the space, which presses a button. */
export function typedKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey ? key : null
}
