import { Resolver } from 'node:dns/promises'
import type { Resolve, ResolvedAddress } from './public-address.ts'

/**
 * Resolves names that users entered, by querying the name servers directly. The system's resolver blocks one of few threads for as long as the
 * name's own servers, which an attacker may control, take to answer; all other lookups of the process would wait.
 */
export function createNameLookup({ servers, timeoutMs = 2000 }: { servers?: string[]; timeoutMs?: number } = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const families = [
    { family: 4, resolve: (name: string) => resolver.resolve4(name) },
    { family: 6, resolve: (name: string) => resolver.resolve6(name) },
  ]
  return async (hostname) => {
    const results = await Promise.allSettled(
      families.map(async ({ family, resolve }) => (await resolve(hostname)).map((address): ResolvedAddress => ({ address, family }))),
    )
    const found = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (found.length === 0) throw new Error('The name has no address', { cause: results.find((one) => one.status === 'rejected')?.reason })
    return found
  }
}
