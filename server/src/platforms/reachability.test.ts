import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { localNetworkUrl, reachabilityOf } from './reachability.ts'

test.each([
  ['http://localhost:3000', 'machine'],
  ['http://studio.localhost', 'machine'],
  ['http://127.0.0.1:3000', 'machine'],
  ['http://[::1]:3000', 'machine'],
  ['http://192.168.1.20:3000', 'network'],
  ['http://[fd00::1]:3000', 'network'],
  ['http://studio:3000', 'network'],
  ['http://studio.local:3000', 'network'],
  ['http://nas.fritz.home.arpa', 'network'],
  ['https://studio.example.com', 'anywhere'],
  ['https://studio.example.com.', 'anywhere'],
  ['http://8.8.8.8', 'anywhere'],
])('%s is reachable from: %s', (url, reach) => {
  expect(reachabilityOf(url)).toBe(reach)
})

const card = (address: string, overrides: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: 'IPv4', internal: false, netmask: '', mac: '', cidr: null, ...overrides }) as NetworkInterfaceInfo

test('localNetworkUrl uses the machine’s IP address and keeps port and path', () => {
  const cards = {
    lo: [card('127.0.0.1', { internal: true })],
    docker0: [card('192.168.99.1')],
    eth0: [card('fd00::1', { family: 'IPv6' }), card('10.0.0.5')],
    wlan0: [card('192.168.1.20')],
  }
  expect(localNetworkUrl('http://localhost:3000/post/abc', cards)).toBe('http://192.168.1.20:3000/post/abc')
})

test('localNetworkUrl is null without a local network', () => {
  expect(localNetworkUrl('http://localhost:3000/', { lo: [card('127.0.0.1', { internal: true })], eth0: [card('8.8.8.8')] })).toBeNull()
})
