/** Names of this machine, each of which a browser treats as an origin of its own. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Origins from which a page may change things: the public URL (on the own machine under each of its names), and whatever
 * host the request itself was sent to, so that an instance reached by its LAN address works without a setting. Another
 * site's page never has the host it sends to as its origin.
 */
export function isAllowedOrigin(origin: string, publicUrl: string, host: string | undefined): boolean {
  return publicOrigins(publicUrl).includes(origin) || (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`))
}

export function publicOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
