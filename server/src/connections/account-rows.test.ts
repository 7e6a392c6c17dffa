import { expect, test } from 'vitest'
import { tokenOwner } from './account-rows.ts'

test('what earlier versions sealed opens: a token is of its user, its account and its column by these very words', () => {
  const key = { userId: 'u1', platform: 'tiktok', accountId: 'a"1' }
  expect(tokenOwner(key, 'access_token')).toEqual({ userId: 'u1', purpose: '["social_accounts","tiktok","a\\"1","access_token"]' })
  expect(tokenOwner(key, 'refresh_token').purpose).toBe('["social_accounts","tiktok","a\\"1","refresh_token"]')
})
