import { isAllowedHost, type InstanceHosts } from './allowed-hosts.ts'

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
