import type { ManualPostingLink } from '@ninesixteen/shared/api/manual-posting'
import { expect, test } from 'vitest'
import { phoneAddress } from './phone-address.ts'

const link = (overrides: Partial<ManualPostingLink>): ManualPostingLink => ({
  url: 'http://localhost:3000/post/abc',
  expiresAt: '2026-11-23T14:05:00.000Z',
  openedAt: null,
  reach: 'machine',
  nearbyUrl: null,
  ...overrides,
})

test('a public address works for any phone', () => {
  const url = 'https://studio.example.com/post/abc'
  expect(phoneAddress(link({ url, reach: 'anywhere' }), 'https://studio.example.com/post_scheduler')).toEqual({ url, opens: 'surely' })
})

test('a network address works for phones on that network', () => {
  const url = 'http://studio.local:3000/post/abc'
  expect(phoneAddress(link({ url, reach: 'network' }), 'http://localhost:3000/')).toEqual({ url, opens: 'nearby' })
})

test('a page opened at a network address uses that address', () => {
  expect(phoneAddress(link({}), 'http://192.168.1.20:3000/post_scheduler')).toEqual({
    url: 'http://192.168.1.20:3000/post/abc',
    opens: 'nearby',
  })
})

test.each(['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://[::1]:3000/', 'http://studio.localhost:3000/'])(
  'a page at %s uses the computer’s network address if there is one',
  (pageUrl) => {
    const nearbyUrl = 'http://192.168.1.20:3000/post/abc'
    expect(phoneAddress(link({ nearbyUrl }), pageUrl)).toEqual({ url: nearbyUrl, opens: 'perhaps' })
    expect(phoneAddress(link({}), pageUrl)).toEqual({ url: null, opens: 'never' })
  },
)
