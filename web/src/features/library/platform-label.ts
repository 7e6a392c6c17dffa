import { PLATFORMS } from '@ninesixteen/shared/platforms'

/** The platform's name; its id if this page doesn't know it. */
export function platformLabel(id: string): string {
  return Object.entries(PLATFORMS).find(([known]) => known === id)?.[1].label ?? id
}
