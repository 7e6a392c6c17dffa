import { isIP, isIPv6 } from 'node:net'

/** The header in which our own server, and nobody outside, names the sender's address to the auth library. */
export const CLIENT_ADDRESS_HEADER = 'x-ninesixteen-client'

export interface Sender {
  /** Address of the socket's other end. */
  socketAddress: string | undefined
  forwardedFor: string | undefined
}

/**
 * Who sends a request. Behind a trusted proxy the last entry of X-Forwarded-For counts, which that proxy wrote; everything
 * before it, and the whole header without a proxy, is whatever the sender likes.
 */
export function clientAddress({ socketAddress, forwardedFor }: Sender, trustProxy: boolean): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  for (const address of [forwarded, socketAddress]) if (address && isIP(address)) return withoutZone(address)
  return '127.0.0.1'
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
