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
])('%s can be opened from: %s', (url, reach) => {
  expect(reachabilityOf(url)).toBe(reach)
})

const card = (address: string, given: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: 'IPv4', internal: false, netmask: '', mac: '', cidr: null, ...given }) as NetworkInterfaceInfo

test('a machine is named by its number in the network, with port and path as they are', () => {
  const cards = {
    lo: [card('127.0.0.1', { internal: true })],
    docker0: [card('192.168.99.1')],
    eth0: [card('fd00::1', { family: 'IPv6' }), card('10.0.0.5')],
    wlan0: [card('192.168.1.20')],
  }
  expect(localNetworkUrl('http://localhost:3000/post/abc', cards)).toBe('http://192.168.1.20:3000/post/abc')
})

test('a machine without a network has no such address', () => {
  expect(localNetworkUrl('http://localhost:3000/', { lo: [card('127.0.0.1', { internal: true })], eth0: [card('8.8.8.8')] })).toBeNull()
})
