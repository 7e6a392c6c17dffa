import { BlockList, isIP } from 'node:net'

/** Settings with the host names of this instance. */
export interface InstanceHosts {
  publicUrl: string
  /** Additional names, in lower case and without ports. */
  allowedHosts: readonly string[]
}

/** Addresses of the local machine or network: loopback, private, link-local, and shared (CGNAT, tunnels). */
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
 * Whether a request may use this host name. With DNS rebinding, a foreign page resolves its own name to this server and would count as
 * same-origin. So the name must be the public URL's, one the operator listed, or one that no attacker controls: `localhost` and its
 * subdomains (RFC 6761, 6.3), or an IP address. Ports are ignored: a proxy often has another.
 */
export function isAllowedHost(host: string, { publicUrl, allowedHosts }: InstanceHosts): boolean {
  const name = hostName(host)
  if (name === null) return false
  if (name === 'localhost' || name.endsWith('.localhost') || name === hostName(new URL(publicUrl).host)) return true
  if (allowedHosts.includes(name)) return true
  const family = isIP(name)
  return family !== 0 && PRIVATE.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a host is a literal IP address, which no attacker can point elsewhere. */
export function isIpAddress(host: string): boolean {
  return isIP(hostName(host) ?? '') !== 0
}

/** Name or address of a Host header, without port, brackets and trailing dot; null if invalid. */
function hostName(host: string): string | null {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253}))(?::\d{1,5})?$/i.exec(host) ?? []
  return (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '') ?? null
}

/** Names of the local machine, each a separate origin to browsers. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Origins that may send state-changing requests: the public URL (locally under each of its names), and the host that the request was sent
 * to, so that an instance reached by its LAN address works without a setting. That host must be one of this instance's, because a foreign
 * page whose host name resolves here also matches its own host.
 */
export function isAllowedOrigin(origin: string, host: string | undefined, names: InstanceHosts): boolean {
  if (publicOrigins(names.publicUrl).includes(origin)) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`) && isAllowedHost(host, names)
}

export function publicOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
