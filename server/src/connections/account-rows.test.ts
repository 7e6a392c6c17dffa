import { expect, test } from 'vitest'
import { tokenOwner } from './account-rows.ts'

test('tokens sealed by earlier versions open only for their user, account and column', () => {
  const key = { userId: 'u1', platform: 'tiktok', accountId: 'a"1' }
  expect(tokenOwner(key, 'access_token')).toEqual({ userId: 'u1', purpose: '["social_accounts","tiktok","a\\"1","access_token"]' })
  expect(tokenOwner(key, 'refresh_token').purpose).toBe('["social_accounts","tiktok","a\\"1","refresh_token"]')
})
