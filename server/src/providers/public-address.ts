import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, buildConnector } from 'undici'

/** An address from the resolver. */
export interface ResolvedAddress {
  address: string
  family: number
}

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/** Addresses that aren't public: IANA's special-purpose registries for IPv4 (RFC 6890 and later) and IPv6. */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A public address that one large cloud uses for the host's own services.
  '168.63.129.16/32',
]
/** Exceptions within the global unicast range: tunnels, IPv4 translation and documentation. */
const PRIVATE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']
const GLOBAL_IPV6 = '2000::/3'

const refused = blockList([...PRIVATE_IPV4, ...PRIVATE_IPV6])
const global = blockList([GLOBAL_IPV6])

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Whether an IP address is on the public internet, not this machine, its network or a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && global.check(address, 'ipv6') && !refused.check(address, 'ipv6')
    default:
      return false
  }
}

/** A refused connection to this machine or its network. The message contains no address. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'

  constructor() {
    super('The address is not on the public internet')
  }
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })

interface PublicOnly {
  resolve?: Resolve
  connectMs?: number
  /** A failed lookup is padded to a multiple of these milliseconds, so that its time doesn't reveal the reason. */
  stepMs?: number
}

/** The longest padding of a slow lookup. */
export function untilStep(foundAfterMs: number, stepMs: number): number {
  return stepMs === 0 ? 0 : stepMs - (foundAfterMs % stepMs)
}

/**
 * Connects only to public addresses. Checks the address that the connection uses, so DNS rebinding can't bypass it. Refuses a name if any of its
 * addresses is private.
 */
export function publicOnlyAgent({ resolve = resolveAll, connectMs = 10_000, stepMs = 0 }: PublicOnly = {}): Agent {
  const publicAddresses = async (hostname: string) => {
    const addresses = await resolve(hostname)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) throw new PrivateAddressError()
    return addresses
  }
  const answer = async (...[hostname, options, done]: Parameters<LookupFunction>) => {
    const startedAt = performance.now()
    let addresses: ResolvedAddress[]
    try {
      addresses = await publicAddresses(hostname)
    } catch (error) {
      await wait(untilStep(performance.now() - startedAt, stepMs))
      done(error instanceof Error ? error : new Error('The name could not be resolved'), '', 0)
      return
    }
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
  const connect = buildConnector({ lookup: (...args) => void answer(...args), timeout: connectMs })
  return new Agent({
    connect(options, callback) {
      // IP addresses skip the lookup, so they are checked here.
      const literal = options.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(literal) && !isPublicAddress(literal)) callback(new PrivateAddressError(), null)
      else connect(options, callback)
    },
  })
}
