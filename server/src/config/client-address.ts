import { isIP, isIPv6, type BlockList } from 'node:net'

/** The header in which our server passes the caller's address to the auth library; outside values are overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-ninesixteen-client'

export interface Sender {
  /** The remote address of the socket. */
  socketAddress: string | undefined
  forwardedFor: string | undefined
}

/** Trusted proxies that append to `X-Forwarded-For`: one (true), none (false), a maximum number, or their addresses. */
export type TrustedProxies = boolean | number | BlockList

/**
 * The caller's address. Each proxy appends the address it was called from, so the header is read from its end, past as many entries as
 * there are trusted proxies; the caller controls everything before.
 */
export function clientAddress({ socketAddress, forwardedFor }: Sender, proxies: TrustedProxies): string {
  const isTrusted = (address: string, hops: number): boolean =>
    typeof proxies !== 'object' ? hops < Number(proxies) : proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  // A socket without an address belongs to a proxy on this machine.
  let address = withoutZone(socketAddress && isIP(socketAddress) ? socketAddress : '127.0.0.1')
  const forwarded = forwardedFor?.split(',') ?? []
  for (let hops = 0; isTrusted(address, hops); hops += 1) {
    const entry = forwarded.at(-1 - hops)?.trim()
    if (!entry || !isIP(entry)) break
    address = withoutZone(entry)
  }
  return address
}

/**
 * The rate limit key of an address: an IPv4 address in any notation, or the first 64 bits of an IPv6 address, which is what one household
 * or rented machine has.
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return `${groups.slice(0, 4).map(hex).join(':')}::/64`
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/**
 * An address for its owner. The accounts library stores only the network of an IPv6 address in its own format, which for a loopback address
 * is all zeros.
 */
export function displayAddress(address: string): string {
  const group = addressGroup(address)
  return group === '0:0:0:0::/64' || group.startsWith('127.') ? 'this machine' : group
}

/** The zone of an IPv6 address is a name of any length, valid on the local machine only. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')

const hex = (group: number): string => group.toString(16)

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): number[] {
  // The URL parser normalizes every notation, including one that ends in an IPv4 address.
  const canonical = new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1)
  const [before = '', after = ''] = canonical.split('::')
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
