import { Resolver } from 'node:dns/promises'
import type { Resolve, ResolvedAddress } from './public-address.ts'

/**
 * Looks up names that people typed, by asking the name servers itself. The system's own look-up takes one of very few threads for as long
 * as the name servers of that name like, which are whoever's the name is, and all other look-ups of the process wait behind it.
 */
export function createNameLookup({ servers, timeoutMs = 2000 }: { servers?: string[]; timeoutMs?: number } = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const families = [
    { family: 4, ask: (name: string) => resolver.resolve4(name) },
    { family: 6, ask: (name: string) => resolver.resolve6(name) },
  ]
  return async (hostname) => {
    const asked = await Promise.allSettled(
      families.map(async ({ family, ask }) => (await ask(hostname)).map((address): ResolvedAddress => ({ address, family }))),
    )
    const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (found.length === 0) throw new Error('The name has no address', { cause: asked.find((one) => one.status === 'rejected')?.reason })
    return found
  }
}
