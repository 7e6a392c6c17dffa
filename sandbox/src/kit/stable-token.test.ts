import { beforeEach, describe, expect, test } from 'vitest'
import { readToken, writeToken } from './stable-token.ts'
import { createSandbox } from '../sandbox.ts'
import { order, tiktokToken, tumblrToken } from '../testing/posting.ts'
import { api } from '../tumblr/testing/calling.ts'

type App = ReturnType<typeof createSandbox>
const create = (lasting = true) => createSandbox({ seed: '', fast: true, lasting })

let before: App
let after: App
beforeEach(() => {
  before = create()
  after = create()
})
const asks = async (app: App, access: string) =>
  (await app.request('/tiktok/v2/user/info/?fields=open_id', { headers: { authorization: `Bearer ${access}` } })).status
async function refreshed(app: App, refreshToken: string): Promise<{ access_token?: string; refresh_token?: string; error?: string }> {
  const form = {
    client_key: 'aw1sandbox',
    client_secret: 'tiktok-sandbox-secret',
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.request('/tiktok/v2/oauth/token/', { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  return (await reply.json()) as { access_token?: string }
}

test('accounts stay connected when the sandbox restarts', async () => {
  const { grants } = await order<{ grants: { accessToken: string; refreshToken: string }[] }>(before, '/tiktok/grants', {
    body: { accounts: ['zoe'] },
  })
  const [{ accessToken, refreshToken } = { accessToken: '', refreshToken: '' }] = grants
  expect(await asks(after, accessToken)).toBe(200)
  const next = await refreshed(after, refreshToken)
  expect(await asks(after, next.access_token ?? '')).toBe(200)
  // Each refresh token is good once, also here.
  expect((await refreshed(after, refreshToken)).error).toBe('invalid_grant')
  const tumblr = await tumblrToken(before, 'mira')
  expect((await api(after, '/v2/user/info', tumblr)).response.user.name).toBe('mira-bakes')
})

test('accounts disconnect without the option, after a reset, or when the user revokes access', async () => {
  const access = await tiktokToken(before)
  const tumblr = await tumblrToken(before)
  const strict = create(false)
  expect([await asks(strict, access), (await api(strict, '/v2/user/info', tumblr)).status]).toEqual([401, 401])
  await order(after, '/tiktok/revoke', { body: { account: 'sandy' } })
  await order(after, '/tumblr/revoke', { body: { account: 'sandy' } })
  expect([await asks(after, access), (await api(after, '/v2/user/info', tumblr)).status]).toEqual([401, 401])
  const forgetful = create()
  await order(forgetful, '', { method: 'DELETE' })
  expect([await asks(forgetful, access), (await api(forgetful, '/v2/user/info', tumblr)).status]).toEqual([401, 401])
})

test('tokens expire on time', async () => {
  const access = await tiktokToken(before)
  await order(after, '/clock', { body: { advance: 86_401 } })
  expect(await asks(after, access)).toBe(401)
})

describe('a token', () => {
  const facts = { clientKey: 'key', userId: 'sandy', scopes: ['a', 'b'], issuedAt: 1, expiresAt: 2 }
  test('contains its user, client and scopes', () => {
    expect(readToken('act.', writeToken('act.', facts))).toEqual(facts)
    expect(readToken('', writeToken('', { ...facts, scopes: [], expiresAt: null }))).toEqual({ ...facts, scopes: [], expiresAt: null })
    expect(writeToken('act.', facts)).not.toBe(writeToken('act.', facts))
  })
  test.each([
    ['another prefix', (token: string) => token.replace('act.', 'rft.')],
    ['a changed letter', (token: string) => token.slice(0, 10) + (token[10] === 'A' ? 'B' : 'A') + token.slice(11)],
    ['a piece missing', (token: string) => token.slice(0, -1)],
    ['nothing', () => ''],
  ])('with %s is none', (_what, change) => {
    expect(readToken('act.', change(writeToken('act.', facts)))).toBeNull()
  })
})
