import { isAllowedHost, type InstanceHosts } from './allowed-hosts.ts'

/** Names of this machine, each of which a browser treats as an origin of its own. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Origins from which a page may change things: the public URL (on the own machine under each of its names), and the host that the request
 * itself was sent to, so that an instance reached by its LAN address works without a setting. That host has to be one of this instance's: the
 * page of a stranger whose name leads here has the host it sends to as its origin, too.
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
