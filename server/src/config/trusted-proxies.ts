import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import type { TrustedProxies } from './client-address.ts'

/** A larger number is a typo. */
const HOPS_MAX = 10
const WORDS: Record<string, boolean> = { true: true, yes: true, on: true, false: false, no: false, off: false }

/** Trusted writers of `X-Forwarded-For`: none, a number of hops, or proxies with these addresses. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const typed = text.trim().toLowerCase()
  const word = WORDS[typed]
  if (word !== undefined) return word
  if (/^\d{1,2}$/.test(typed) && Number(typed) <= HOPS_MAX) return Number(typed)
  const proxies = new BlockList()
  const parts = typed.split(',').map((part) => part.trim())
  if (parts.every((part) => addProxy(proxies, part))) return proxies
  context.addIssue(
    `it must be true (one proxy), false, the number of proxies up to ${HOPS_MAX}, or their addresses such as 10.0.0.0/8, 2001:db8::/32, separated by commas`,
  )
  return z.NEVER
})

/** False for an invalid address or network. */
function addProxy(proxies: BlockList, part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (bits === undefined) {
    proxies.addAddress(address, family)
    return true
  }
  // Rejects a network of all addresses, which would trust every client.
  if (!/^\d{1,3}$/.test(bits) || Number(bits) === 0 || Number(bits) > (version === 4 ? 32 : 128)) return false
  proxies.addSubnet(address, Number(bits), family)
  return true
}
