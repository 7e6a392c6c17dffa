import { isIP } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import type { Reachability } from '@ninesixteen/shared/api/manual-posting'
import { isPublicAddress } from '../providers/public-address.ts'

/** From where a URL can be reached, judged by its host name. */
export function reachabilityOf(url: string): Reachability {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost') || name.startsWith('127.') || name === '::1') return 'machine'
  if (isIP(name) !== 0) return isPublicAddress(name) ? 'anywhere' : 'network'
  // Single-label names, router names and multicast DNS resolve only in the local network.
  return !name.includes('.') || /\.(local|lan|home|internal|home\.arpa)$/.test(name) ? 'network' : 'anywhere'
}

/** Interfaces of containers, virtual machines and tunnels, which no phone can reach. */
const INNER = /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|tailscale|lxc|lxd|podman|cni|flannel)/i
/** Private ranges that home networks use, the most common first. */
const HOME = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./]

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** `url` with this machine's address in the local network; null if it has none. */
export function localNetworkUrl(url: string, interfaces: Interfaces): string | null {
  const numbers = Object.entries(interfaces)
    .filter(([name]) => !INNER.test(name))
    .flatMap(([, addresses = []]) => addresses.filter(({ family, internal }) => family === 'IPv4' && !internal))
    .map(({ address }) => address)
  const number = HOME.map((net) => numbers.find((one) => net.test(one))).find((one) => one !== undefined)
  if (number === undefined) return null
  const nearby = new URL(url)
  nearby.hostname = number
  return nearby.href
}
