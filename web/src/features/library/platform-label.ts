import { PLATFORMS } from '@ninesixteen/shared/platforms'

/** A platform's name as people know it. */
export function platformLabel(id: string): string {
  return Object.entries(PLATFORMS).find(([known]) => known === id)?.[1].label ?? id
}
