import { BlockList, isIP } from 'node:net'

/** The settings that say under which names this instance is served. */
export interface InstanceHosts {
  publicUrl: string
  /** Further names, in small letters and without ports. */
  allowedHosts: readonly string[]
}

/** Addresses that lead into one's own machine or network: loopback, private, link-local, and those shared by a provider or a tunnel. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a request may name this host. A page of a stranger can make its own name lead here (DNS rebinding) and would then be taken for ours:
 * so it has to be the public URL's name, one that the operator listed, or one that no stranger can give away. The latter are `localhost` and
 * what ends in it (RFC 6761, 6.3) and addresses written as such. The port is not looked at: a proxy often knows another.
 */
export function isAllowedHost(host: string, { publicUrl, allowedHosts }: InstanceHosts): boolean {
  const name = hostName(host)
  if (name === null) return false
  if (name === 'localhost' || name.endsWith('.localhost') || name === hostName(new URL(publicUrl).host)) return true
  if (allowedHosts.includes(name)) return true
  const family = isIP(name)
  return family !== 0 && PRIVATE.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a host is an address written as such, which no stranger can make lead elsewhere. */
export function isIpAddress(host: string): boolean {
  return isIP(hostName(host) ?? '') !== 0
}

/** Name or address of a Host header, without port, brackets and the dot of a full name; null for what is neither. */
function hostName(host: string): string | null {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253}))(?::\d{1,5})?$/i.exec(host) ?? []
  return (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '') ?? null
}
