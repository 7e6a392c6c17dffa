import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressGroup, addressShown, clientAddress } from './client-address.ts'

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
])('%s is counted as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

test.each([
  ['0000:0000:0000:0000:0000:0000:0000:0000', 'this machine'],
  ['::1', 'this machine'],
  ['127.0.0.1', 'this machine'],
  ['203.0.113.9', '203.0.113.9'],
  ['2001:0db8:0001:0002:0000:0000:0000:0000', '2001:db8:1:2::/64'],
])('%s is shown as %s', (address, shown) => {
  expect(addressShown(address)).toBe(shown)
})

test('whatever the last 64 bits are, an address counts as the same, and with other first ones as another', () => {
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

test('a forwarded address counts only behind a proxy that is trusted', () => {
  const sender = { socketAddress: '10.0.0.1', forwardedFor: '198.51.100.7, 203.0.113.9' }
  expect(clientAddress(sender, false)).toBe('10.0.0.1')
  expect(clientAddress(sender, true)).toBe('203.0.113.9')
  expect(clientAddress({ ...sender, forwardedFor: 'nonsense' }, true)).toBe('10.0.0.1')
})
