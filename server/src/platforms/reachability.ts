import { isIP } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import type { Reachability } from '@ninesixteen/shared/api/manual-posting'
import { isPublicAddress } from '../providers/public-address.ts'

/** From where an address can be opened, as far as its name tells. */
export function reachabilityOf(url: string): Reachability {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost') || name.startsWith('127.') || name === '::1') return 'machine'
  if (isIP(name) !== 0) return isPublicAddress(name) ? 'anywhere' : 'network'
  // Names without a dot, and those of routers and of multicast DNS, mean something in one network alone.
  return !name.includes('.') || /\.(local|lan|home|internal|home\.arpa)$/.test(name) ? 'network' : 'anywhere'
}

/** Networks that a machine has within itself: of containers, virtual machines and tunnels. No phone is in one of them. */
const INNER = /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|tailscale|lxc|lxd|podman|cni|flannel)/i
/** Where home networks are, likeliest first. */
const HOME = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./]

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** The address under the number that this machine has in its network, which the likeliest card tells; null where none does. */
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
