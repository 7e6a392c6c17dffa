import type { ManualPostingLink } from '@ninesixteen/shared/api/manual-posting'

/** Names by which a computer knows itself, and no phone knows it. */
const OWN_MACHINE = /^(localhost|.*\.localhost|127\..*|\[::1\])$/

export interface PhoneAddress {
  /** Null where no address is known under which a phone finds this instance. */
  url: string | null
  /**
   * `surely`: from anywhere. `nearby`: from the same network. `perhaps`: from the same network, if the number of the computer is right. `never`:
   * only this computer finds it.
   */
  opens: 'surely' | 'nearby' | 'perhaps' | 'never'
}

export function isOwnMachine(hostname: string): boolean {
  return OWN_MACHINE.test(hostname)
}

/**
 * The address of the page for a phone. Where the public one leads no further than the computer itself, the one under which this page was
 * opened may, or the number that the computer has in its network.
 */
export function phoneAddress({ url, reach, nearbyUrl }: ManualPostingLink, here: string): PhoneAddress {
  if (reach === 'anywhere') return { url, opens: 'surely' }
  if (reach === 'network') return { url, opens: 'nearby' }
  const { hostname, origin } = new URL(here)
  if (!isOwnMachine(hostname)) return { url: origin + new URL(url).pathname, opens: 'nearby' }
  return nearbyUrl === null ? { url: null, opens: 'never' } : { url: nearbyUrl, opens: 'perhaps' }
}
