import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'
import { addressGroup, displayAddress, clientAddress } from './client-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('addressGroup maps %s to %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

test.each([
  ['0000:0000:0000:0000:0000:0000:0000:0000', 'this machine'],
  ['::1', 'this machine'],
  ['127.0.0.1', 'this machine'],
  ['203.0.113.9', '203.0.113.9'],
  ['2001:0db8:0001:0002:0000:0000:0000:0000', '2001:db8:1:2::/64'],
])('%s is displayed as %s', (address, displayed) => {
  expect(displayAddress(address)).toBe(displayed)
})

test('IPv6 addresses are grouped by their first 64 bits', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 })
  const written = (numbers: number[]) => numbers.map((number) => number.toString(16)).join(':')
  fc.assert(
    fc.property(groups, groups, groups, (network, one, other) => {
      fc.pre(network.some((group) => group !== 0))
      expect(addressGroup(`${written(network)}:${written(one)}`)).toBe(addressGroup(`${written(network)}:${written(other)}`))
      const next = [...network.slice(0, 3), (network[3] ?? 0) ^ 1]
      fc.pre(next.some((group) => group !== 0))
      expect(addressGroup(`${written(next)}:${written(one)}`)).not.toBe(addressGroup(`${written(network)}:${written(one)}`))
    }),
  )
})

test('a forwarded address counts only behind a trusted proxy', () => {
  const sender = { socketAddress: '10.0.0.1', forwardedFor: '198.51.100.7, 203.0.113.9' }
  expect(clientAddress(sender, false)).toBe('10.0.0.1')
  expect(clientAddress(sender, true)).toBe('203.0.113.9')
  expect(clientAddress({ ...sender, forwardedFor: 'nonsense' }, true)).toBe('10.0.0.1')
})

describe('behind a CDN and a proxy', () => {
  const trusted = (text: string) => trustedProxies.parse(text)
  // The visitor sent the first entry, the CDN added the visitor, and the inner proxy the CDN.
  const forwardedFor = '1.2.3.4, 203.0.113.9, 192.0.2.55'
  const sender = { socketAddress: '127.0.0.1', forwardedFor }

  test.each([
    ['false', '127.0.0.1'],
    ['0', '127.0.0.1'],
    ['true', '192.0.2.55'],
    ['1', '192.0.2.55'],
    ['2', '203.0.113.9'],
    ['127.0.0.1, 192.0.2.0/24', '203.0.113.9'],
    ['127.0.0.1', '192.0.2.55'],
    ['192.0.2.0/24', '127.0.0.1'],
  ])('TRUST_PROXY=%s resolves the client address to %s', (text, address) => {
    expect(clientAddress(sender, trusted(text))).toBe(address)
  })

  test('listed proxies identify a visitor who bypasses the CDN by their own address', () => {
    const direct = { socketAddress: '127.0.0.1', forwardedFor: '1.2.3.4, 203.0.113.9' }
    expect(clientAddress(direct, trusted('127.0.0.1,192.0.2.0/24'))).toBe('203.0.113.9')
    expect(clientAddress({ socketAddress: '203.0.113.9', forwardedFor: '1.2.3.4' }, trusted('127.0.0.1,192.0.2.0/24'))).toBe('203.0.113.9')
  })

  test('TRUST_PROXY accepts IPv6 networks and IPv4-mapped addresses', () => {
    const proxies = trusted('10.0.0.0/8,2001:db8::/32')
    expect(clientAddress({ socketAddress: '::ffff:10.1.2.3', forwardedFor: '203.0.113.9, 2001:db8:1::5' }, proxies)).toBe('203.0.113.9')
    expect(clientAddress({ socketAddress: '::ffff:11.1.2.3', forwardedFor: '203.0.113.9' }, proxies)).toBe('::ffff:11.1.2.3')
  })

  test('a header with too few entries resolves to the last available one', () => {
    expect(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: '203.0.113.9' }, 3)).toBe('203.0.113.9')
    expect(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: undefined }, trusted('10.0.0.0/8'))).toBe('10.0.0.1')
    expect(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: 'nonsense, 10.0.0.2' }, trusted('10.0.0.0/8'))).toBe('10.0.0.2')
    expect(clientAddress({ socketAddress: undefined, forwardedFor: '203.0.113.9' }, trusted('127.0.0.1'))).toBe('203.0.113.9')
  })
})
