import { expect, test } from 'vitest'
import { tiktokHints } from './hints.ts'

const hints = ({ sandbox = false, isAudited = true, isProved = true, publicUrl = 'https://studio.example.com' }) =>
  tiktokHints({ sandbox, isAudited }, { publicUrl, isDomainProved: isProved })

test('nothing is in the way of an audited app on a public address that is proved, nor of the sandbox', () => {
  expect(hints({})).toEqual([])
  expect(hints({ sandbox: true, isAudited: false, isProved: false, publicUrl: 'http://localhost:3000' })).toEqual([])
})

test.each(['http://localhost:3000', 'http://studio.example.com', 'https://192.168.1.20', 'https://studio.local'])(
  '%s is an address that TikTok does not fetch from',
  (publicUrl) => {
    const [hint, ...others] = hints({ publicUrl, isProved: false })
    expect(hint).toContain(`${publicUrl} cannot be reached from outside`)
    expect(others).toEqual([])
  },
)

test('what is missing is named with its setting', () => {
  expect(hints({ isProved: false })).toEqual([expect.stringMatching(/https:\/\/studio\.example\.com\/pub\/.*TIKTOK_VERIFICATION/)])
  expect(hints({ isAudited: false })).toEqual([expect.stringContaining('TIKTOK_AUDITED=on')])
})
