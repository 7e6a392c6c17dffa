import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postAddress } from './post-address.ts'

test.each([
  ['https://www.tiktok.com/@ada/photo/7301', 'https://www.tiktok.com/@ada/photo/7301'],
  ['  https://vm.tiktok.com/ZMabc/ ', 'https://vm.tiktok.com/ZMabc/'],
  ['Look at this! https://tiktok.com/t/ZT1 on TikTok', 'https://tiktok.com/t/ZT1'],
  ['HTTPS://WWW.TIKTOK.COM/@Ada', 'https://www.tiktok.com/@Ada'],
])('accepts %s', (text, address) => {
  expect(postAddress('tiktok', text)).toBe(address)
})

test.each([
  '',
  'tiktok.com/@ada',
  'http://www.tiktok.com/@ada',
  'https://nottiktok.com/@ada',
  'https://tiktok.com.example.com/',
  'https://tiktok.com@example.com/',
  'https://ada:secret@tiktok.com/',
  'https://.tiktok.com/',
  'https://www..tiktok.com/',
  'https://tiktok.com:8443/',
  'javascript:alert(1)//https:/www.tiktok.com',
  'https://example.com/?https://www.tiktok.com/',
  `https://www.tiktok.com/${'a'.repeat(2000)}`,
  'https://www.tumblr.com/ada/1',
])('rejects %s', (text) => {
  expect(postAddress('tiktok', text)).toBeNull()
})

test('any accepted input becomes a URL of the platform', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('https://', 'tiktok.com', '.', '@', ':', '/', '\\', '#', '?', '%2f', 'www.', 'xn--', ' '),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const address = postAddress('tiktok', parts.join(''))
      if (address !== null) expect(new URL(address).origin).toMatch(/^https:\/\/([^/@:]+\.)?tiktok\.com$/)
    }),
    { numRuns: 2000 },
  )
})
