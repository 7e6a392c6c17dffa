import { expect, test } from 'vitest'
import { tiktokHints } from './hints.ts'

const hints = ({ sandbox = false, isAudited = true, isProved = true, publicUrl = 'https://studio.example.com' }) =>
  tiktokHints({ sandbox, isAudited }, { publicUrl, isDomainProved: isProved })

test('tiktokHints is empty for an audited app on a proved public URL, and for the sandbox', () => {
  expect(hints({})).toEqual([])
  expect(hints({ sandbox: true, isAudited: false, isProved: false, publicUrl: 'http://localhost:3000' })).toEqual([])
})

test.each(['http://localhost:3000', 'http://studio.example.com', 'https://192.168.1.20', 'https://studio.local'])(
  'tiktokHints reports that TikTok cannot reach %s',
  (publicUrl) => {
    const [hint, ...others] = hints({ publicUrl, isProved: false })
    expect(hint).toContain(`${publicUrl} cannot be reached from outside`)
    expect(others).toEqual([])
  },
)

test('tiktokHints names the missing settings', () => {
  expect(hints({ isProved: false })).toEqual([expect.stringMatching(/https:\/\/studio\.example\.com\/pub\/.*TIKTOK_VERIFICATION/)])
  expect(hints({ isAudited: false })).toEqual([expect.stringContaining('TIKTOK_AUDITED=on')])
})
