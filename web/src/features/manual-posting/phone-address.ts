import type { ManualPostingLink } from '@ninesixteen/shared/api/manual-posting'

/** Host names that work only on the computer itself. */
const OWN_MACHINE = /^(localhost|.*\.localhost|127\..*|\[::1\])$/

export interface PhoneAddress {
  /** Null if no address is known that a phone can open. */
  url: string | null
  /**
   * `surely`: from anywhere. `nearby`: from the same network. `perhaps`: from the same network, if the computer's address
   * is right. `never`: only from this computer.
   */
  opens: 'surely' | 'nearby' | 'perhaps' | 'never'
}

export function isOwnMachine(hostname: string): boolean {
  return OWN_MACHINE.test(hostname)
}

/**
 * The page's address for a phone. If the public address works only on this computer, tries the address of the open page, then the computer's
 * address on its network.
 */
export function phoneAddress({ url, reach, nearbyUrl }: ManualPostingLink, pageUrl: string): PhoneAddress {
  if (reach === 'anywhere') return { url, opens: 'surely' }
  if (reach === 'network') return { url, opens: 'nearby' }
  const { hostname, origin } = new URL(pageUrl)
  if (!isOwnMachine(hostname)) return { url: origin + new URL(url).pathname, opens: 'nearby' }
  return nearbyUrl === null ? { url: null, opens: 'never' } : { url: nearbyUrl, opens: 'perhaps' }
}
