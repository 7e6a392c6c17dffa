import { describe, expect, test } from 'vitest'
import { INSTAGRAM, THREADS, type MetaNetwork } from './networks.ts'
import { caller, type Caller } from './testing/calling.ts'

const NETWORKS: [string, MetaNetwork][] = [
  ['Instagram', INSTAGRAM],
  ['Threads', THREADS],
]
const DAY = 86_400

function authorizePath(network: MetaNetwork, overrides: Record<string, string> = {}): string {
  const query = {
    client_id: network.client.key,
    redirect_uri: `http://localhost:3000${network.callbackPath}`,
    response_type: 'code',
    scope: `${network.basicScope},${network.publishScope}`,
    state: 'state-1',
    ...overrides,
  }
  return `/oauth/authorize?${new URLSearchParams(query).toString()}`
}

/** Where the consent page sends the browser after this decision. */
async function decide(at: Caller, network: MetaNetwork, fields: [string, string][]): Promise<URL> {
  const body = new URLSearchParams(fields)
  const reply = await fetch(at.at + authorizePath(network), { method: 'POST', body, redirect: 'manual' })
  expect(reply.status).toBe(303)
  return new URL(reply.headers.get('location') ?? '')
}

const allow = (at: Caller, network: MetaNetwork, scopes = [network.publishScope]) =>
  decide(at, network, [['account', 'mira'], ['decision', 'allow'], ...scopes.map((scope): [string, string] => ['scope', scope])])

const code = async (at: Caller, network: MetaNetwork, scopes?: string[]) =>
  (await allow(at, network, scopes)).searchParams.get('code') ?? ''

async function exchange(at: Caller, network: MetaNetwork, fields: Record<string, string>) {
  const form = {
    client_id: network.client.key,
    client_secret: network.client.secret,
    grant_type: 'authorization_code',
    redirect_uri: `http://localhost:3000${network.callbackPath}`,
    ...fields,
  }
  const reply = await fetch(`${at.at}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(form) })
  const text = await reply.text()
  return { status: reply.status, text, body: JSON.parse(text) as { access_token?: string; error_message?: string; permissions?: string[] } }
}

const long = (at: Caller, network: MetaNetwork, token: string, secret = network.client.secret) =>
  at.call('/access_token', { params: { grant_type: `${network.grantPrefix}_exchange_token`, client_secret: secret, access_token: token } })

const renew = (at: Caller, network: MetaNetwork, token: string) =>
  at.call('/refresh_access_token', { params: { grant_type: `${network.grantPrefix}_refresh_token`, access_token: token } })

const me = (at: Caller, token: string) => at.call('/me', { token, params: { fields: 'username' } })

describe.each(NETWORKS)('%s', (_label, network) => {
  test('exchanges the code of a consenting user for a token of 60 days', async () => {
    const at = await caller(network)
    const page = await (await fetch(at.at + authorizePath(network))).text()
    for (const part of ['@sandy.creates', '@mira.bakes', 'Zoë 🌿 &lt;Garden&gt;', network.publishScope, 'value="deny"'])
      expect(page).toContain(part)
    // Without the basic scope there is no access at all.
    expect(page).toContain(`value="${network.basicScope}" checked disabled`)
    expect(page).toContain(`value="${network.publishScope}" checked  />`)
    const back = await allow(at, network)
    expect([back.hash, back.searchParams.get('state')]).toEqual(['#_', 'state-1'])
    const short = await exchange(at, network, { code: back.searchParams.get('code') ?? '' })
    // A bare number, which no JavaScript number holds.
    expect(short.text).toMatch(/"user_id":\d{17}\b/)
    if (network.id === 'instagram') expect(short.body.permissions).toEqual([network.basicScope, network.publishScope])
    const { body } = await long(at, network, short.body.access_token ?? '')
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    expect((await me(at, String(body['access_token']))).body['username']).toBe('mira.bakes')
    const fields =
      network.id === 'instagram' ? 'user_id,username,account_type,profile_picture_url' : 'id,username,threads_profile_picture_url'
    const profile = (await at.call('/me', { token: String(body['access_token']), params: { fields } })).body
    const avatar = await fetch(String(profile['profile_picture_url'] ?? profile['threads_profile_picture_url']))
    expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(profile[network.id === 'instagram' ? 'user_id' : 'id']).toBe((await at.grant('mira')).userId)
    if (network.id === 'instagram') expect(profile['account_type']).toBe('BUSINESS')
  })

  test('can return the token response as a list, as documented', async () => {
    const at = await caller(network)
    await at.control('', { wrapsToken: true }, 'PATCH')
    const { body } = await exchange(at, network, { code: await code(at, network) })
    expect(body).toEqual({ data: [{ access_token: expect.any(String), user_id: expect.any(String), permissions: expect.any(String) }] })
  })

  test('redirects without a code when the user declines', async () => {
    const back = await decide(await caller(network), network, [['decision', 'deny']])
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
      state: 'state-1',
    })
  })

  test('a user who declines posting is connected and cannot post', async () => {
    const at = await caller(network)
    const short = (await exchange(at, network, { code: await code(at, network, []) })).body.access_token ?? ''
    expect((await me(at, short)).status).toBe(200)
    const who = { token: short, userId: 'me' }
    const denied = await at.create(who, { media_type: 'IMAGE', image_url: `${at.pictures}square.jpg` })
    expect([denied.status, denied.body.error?.code, at.asked]).toEqual([403, 10, []])
  })

  test.each([
    ['an unknown client', { client_id: '1' }],
    ['another host', { redirect_uri: 'http://localhost.evil.example:3000/' }],
    ['another path', { redirect_uri: 'http://localhost:3000/' }],
    ['another type', { response_type: 'token' }],
    ['an unknown scope', { scope: 'business_basic' }],
    ['no basic scope', { scope: network.publishScope }],
  ])('shows %s without a redirect', async (_what, overrides) => {
    const at = await caller(network)
    for (const method of ['GET', 'POST']) {
      const reply = await fetch(at.at + authorizePath(network, overrides), { method, redirect: 'manual' })
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
    }
  })

  test('a code works once within an hour, with its redirect URI and client', async () => {
    const at = await caller(network)
    const first = await code(at, network)
    expect((await exchange(at, network, { code: first, client_secret: 'wrong' })).body.error_message).toBe('Invalid platform app')
    expect((await exchange(at, network, { code: first })).status).toBe(200)
    expect((await exchange(at, network, { code: first })).body.error_message).toContain('already used')
    const second = await code(at, network)
    expect((await exchange(at, network, { code: second, redirect_uri: 'http://localhost:3001/' })).status).toBe(400)
    expect((await exchange(at, network, { code: second })).status).toBe(400)
    const third = await code(at, network)
    await at.advance(3600)
    expect((await exchange(at, network, { code: third })).status).toBe(400)
  })

  test('a short-lived token lasts an hour, and is exchanged only with the secret', async () => {
    const at = await caller(network)
    const short = (await exchange(at, network, { code: await code(at, network) })).body.access_token ?? ''
    expect((await long(at, network, short, 'wrong')).body.error?.code).toBe(1)
    expect((await renew(at, network, short)).body.error?.code).toBe(190)
    expect((await at.call('/access_token', { params: { grant_type: 'other', access_token: short } })).body.error?.code).toBe(100)
    const token = String((await long(at, network, short)).body['access_token'])
    await at.advance(3600)
    expect((await me(at, short)).body.error).toMatchObject({ code: 190, error_subcode: 463 })
    expect((await long(at, network, short)).body.error?.code).toBe(190)
    expect((await me(at, token)).status).toBe(200)
  })

  test('a long-lived token can be refreshed from its second day until it expires', async () => {
    const at = await caller(network)
    const { token } = await at.grant()
    expect((await renew(at, network, token)).body.error?.code).toBe(100)
    await at.advance(DAY)
    const { body } = await renew(at, network, token)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    await at.advance(58 * DAY)
    expect((await me(at, token)).status).toBe(200)
    await at.advance(DAY)
    expect((await me(at, token)).body.error).toMatchObject({ code: 190, error_subcode: 463 })
    expect((await renew(at, network, token)).body.error?.code).toBe(190)
    expect((await me(at, String(body['access_token']))).status).toBe(200)
  })

  test('a revoked token is rejected', async () => {
    const at = await caller(network)
    const { token } = await at.grant()
    await at.control('/revoke', { account: 'sandy' })
    const denied = await me(at, token)
    expect([denied.status, denied.body.error]).toEqual([
      401,
      expect.objectContaining({ code: 190, error_subcode: 458, is_transient: false }),
    ])
    expect((await me(at, (await at.grant()).token)).status).toBe(200)
  })

  test('grants survive a restart of a persistent sandbox', async () => {
    const { token } = await (await caller(network)).grant()
    expect((await me(await caller(network, { lasting: true }), token)).status).toBe(200)
    expect((await me(await caller(network), token)).body.error?.code).toBe(190)
  })
})
