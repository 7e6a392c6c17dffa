import { isIP, isIPv6, type BlockList } from 'node:net'

/** The header in which our own server, and nobody outside, names the sender's address to the auth library. */
export const CLIENT_ADDRESS_HEADER = 'x-ninesixteen-client'

export interface Sender {
  /** Address of the socket's other end. */
  socketAddress: string | undefined
  forwardedFor: string | undefined
}

/** The proxies in front that add to `X-Forwarded-For`: one (true), none (false), how many at the most, or their addresses. */
export type TrustedProxies = boolean | number | BlockList

/**
 * Who sends a request. Each proxy appends the address that it was called from, so the header is read from its end, past as many entries as there are
 * trusted proxies; everything before is whatever the sender likes.
 */
export function clientAddress({ socketAddress, forwardedFor }: Sender, proxies: TrustedProxies): string {
  const isTrusted = (address: string, hops: number): boolean =>
    typeof proxies !== 'object' ? hops < Number(proxies) : proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  // A socket without an address belongs to a proxy on this machine.
  let address = withoutZone(socketAddress && isIP(socketAddress) ? socketAddress : '127.0.0.1')
  const forwarded = forwardedFor?.split(',') ?? []
  for (let hops = 0; isTrusted(address, hops); hops += 1) {
    const before = forwarded.at(-1 - hops)?.trim()
    if (!before || !isIP(before)) break
    address = withoutZone(before)
  }
  return address
}

/**
 * By what an address is counted: an IPv4 address by itself, whichever way it is written, and an IPv6 address by its first 64 bits,
 * which is what one household or one rented machine has.
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
 * An address as its owner reads it. The accounts library keeps the network of an IPv6 address alone, in a form of its own, which of this machine's
 * is nothing but zeros.
 */
export function addressShown(address: string): string {
  const group = addressGroup(address)
  return group === '0:0:0:0::/64' || group.startsWith('127.') ? 'this machine' : group
}

/** The zone of an IPv6 address is a name of any length, and of this machine's own network only. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')

const hex = (group: number): string => group.toString(16)

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The parser of addresses writes every spelling in the same way, also one that ends in an IPv4 address.
  const canonical = new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1)
  const [before = '', after = ''] = canonical.split('::')
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
