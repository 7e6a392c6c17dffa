import { expect, test } from 'vitest'
import { isAllowedOrigin, publicOrigins } from './allowed-hosts.ts'

test('publicOrigins lists every name of localhost', () => {
  const origins = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']
  for (const origin of origins) expect(publicOrigins(origin)).toEqual(origins)
  expect(publicOrigins('http://localhost')).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
  expect(publicOrigins('https://studio.example.com/')).toEqual(['https://studio.example.com'])
})

test.each([
  ['https://studio.example.com', 'studio.example.com', true],
  ['https://studio.example.com', undefined, true],
  ['http://studio.example.com', undefined, false],
  ['https://evil.example', 'studio.example.com', false],
  ['http://10.0.0.5:3000', '10.0.0.5:3000', true],
  ['https://10.0.0.5:3000', '10.0.0.5:3000', true],
  ['http://10.0.0.5:3000', '10.0.0.5:4000', false],
  ['http://10.0.0.5:3000', undefined, false],
  // A foreign page whose host name resolves to this instance.
  ['https://evil.example', 'evil.example', false],
  ['https://other.example', 'other.example', true],
])('a page of %s may send writes to host %s: %s', (origin, host, isAllowed) => {
  expect(isAllowedOrigin(origin, host, { publicUrl: 'https://studio.example.com', allowedHosts: ['other.example'] })).toBe(isAllowed)
})
