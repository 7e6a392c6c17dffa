import { describe, expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { challengeOf } from '../kit/oauth2.ts'

const CALLBACK = 'http://localhost:3000/tiktok_callback'
const VERIFIER = 'gaeCq5mVvbhA8Ce6w5O9XBVIKMkySgv-_9A-rnhm9Ns'
const CLIENT = { client_key: 'aw1sandbox', client_secret: 'tiktok-sandbox-secret' }
const SCOPES = 'user.info.basic,video.upload,video.publish'

type App = ReturnType<typeof createSandbox>
const sandbox = (options = {}) => createSandbox({ seed: '', fast: true, ...options })

function authorizePath(overrides: Record<string, string | undefined> = {}): string {
  const query = {
    client_key: CLIENT.client_key,
    response_type: 'code',
    scope: SCOPES,
    redirect_uri: CALLBACK,
    state: 'state-1',
    code_challenge: challengeOf(VERIFIER, 'hex'),
    code_challenge_method: 'S256',
    ...overrides,
  }
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/tiktok/v2/auth/authorize/?${new URLSearchParams(set).toString()}`
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (app: App, path: string, fields: Record<string, string> | [string, string][]) =>
  app.request(`/tiktok${path}`, { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() })

/** The callback's query after the user's decision. */
async function decide(app: App, path: string, fields: [string, string][] = []): Promise<URLSearchParams> {
  const scopes = SCOPES.split(',').map((scope): [string, string] => ['scope', scope])
  const defaultForm: [string, string][] = [['account', 'sandy'], ...scopes, ['decision', 'allow']]
  const body = new URLSearchParams(fields.length > 0 ? fields : defaultForm).toString()
  const reply = await app.request(path, { method: 'POST', headers: FORM, body })
  expect(reply.status).toBe(303)
  const url = new URL(reply.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(CALLBACK)
  return url.searchParams
}

interface Tokens {
  access_token: string
  refresh_token: string
  open_id: string
  scope: string
  error?: string
  error_description?: string
}

async function exchange(app: App, code: string, overrides: Record<string, string> = {}) {
  const fields = { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER, ...overrides }
  const reply = await post(app, '/v2/oauth/token/', fields)
  return { status: reply.status, body: (await reply.json()) as Tokens }
}

async function connect(app: App, account = 'sandy', scopes = SCOPES) {
  const picked = scopes.split(',').map((scope): [string, string] => ['scope', scope])
  const query = await decide(app, authorizePath(), [['account', account], ...picked, ['decision', 'allow']])
  return (await exchange(app, query.get('code') ?? '')).body
}

const refresh = async (app: App, refresh_token: string) =>
  (await (await post(app, '/v2/oauth/token/', { ...CLIENT, grant_type: 'refresh_token', refresh_token })).json()) as Tokens

const control = (app: App, path: string, body: unknown, method = 'POST') =>
  app.request(`/_control${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function call(app: App, path: string, token: string, method = 'GET') {
  const reply = await app.request(`/tiktok${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const body = (await reply.json()) as { data: Record<string, unknown>; error: { code: string; log_id: string } }
  return { status: reply.status, headers: reply.headers, ...body }
}

describe('the consent page', () => {
  test('lists every account and scope, with both choices', async () => {
    const reply = await sandbox().request(authorizePath())
    expect(reply.status).toBe(200)
    const page = await reply.text()
    for (const part of ['@sandy.creates', '@mira.bakes', '@quiet.corner', 'Zoë 🌿 &lt;Garden&gt;', 'video.publish', 'value="deny"']) {
      expect(page).toContain(part)
    }
    expect(page).not.toContain('<Garden>')
  })

  test('redirects with a code, the chosen scopes and the state', async () => {
    const query = await decide(sandbox(), authorizePath({ state: 'a&b c' }), [
      ['account', 'mira'],
      ['scope', 'user.info.basic'],
      ['scope', 'video.list'],
      ['decision', 'allow'],
    ])
    expect(query.get('state')).toBe('a&b c')
    // Ticking an unrequested scope grants nothing.
    expect(query.get('scopes')).toBe('user.info.basic')
    expect(query.get('code')).toMatch(/^v4\.sbx\*1![\w-]{32}$/)
  })

  test('redirects with an error and without a code when the user declines', async () => {
    const query = await decide(sandbox(), authorizePath(), [['decision', 'deny']])
    expect(Object.fromEntries(query)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied the request.',
      error_type: 'access_denied',
      state: 'state-1',
    })
  })

  test.each([
    ['an unknown client', { client_key: 'other' }, 'client_key'],
    ['another path', { redirect_uri: 'http://localhost:3000/tiktok_callback/' }, 'redirect_uri'],
    ['a query', { redirect_uri: `${CALLBACK}?x=1` }, 'redirect_uri'],
    ['a fragment', { redirect_uri: `${CALLBACK}#x` }, 'redirect_uri'],
    ['another host', { redirect_uri: 'http://localhost.evil.example:3000/tiktok_callback' }, 'redirect_uri'],
    ['a user part', { redirect_uri: 'http://localhost:3000@evil.example/tiktok_callback' }, 'redirect_uri'],
    ['no port', { redirect_uri: 'http://localhost/tiktok_callback' }, 'redirect_uri'],
    ['another type', { response_type: 'token' }, 'response_type'],
    ['no state', { state: undefined }, 'state'],
    ['scopes with spaces', { scope: 'user.info.basic video.publish' }, 'scope'],
    ['no challenge on this machine', { code_challenge: undefined }, 'code_challenge'],
    ['another method', { code_challenge_method: 'plain' }, 'code_challenge'],
  ])('shows %s without a redirect', async (_what, overrides, fault) => {
    for (const method of ['GET', 'POST']) {
      const reply = await sandbox().request(authorizePath(overrides), {
        method,
        headers: FORM,
        ...(method === 'POST' && { body: 'decision=allow&account=sandy' }),
      })
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
      expect(await reply.text()).toContain(`error_type=${fault}`)
    }
  })

  test('a server elsewhere is registered by its URL and needs no challenge', async () => {
    const redirect_uri = 'https://studio.example.com/tiktok_callback'
    const path = authorizePath({ redirect_uri, code_challenge: undefined, code_challenge_method: undefined })
    expect((await sandbox().request(path)).status).toBe(400)
    expect((await sandbox({ productUrls: ['https://studio.example.com/'] }).request(path)).status).toBe(200)
  })

  test('redirects a signed-in user who consented before, unless the page is forced', async () => {
    const app = sandbox()
    const headers = { cookie: 'tiktok_sandbox_user=mira' }
    expect((await app.request(authorizePath(), { headers })).status).toBe(200)
    await connect(app, 'mira')
    const secondVisit = await app.request(authorizePath(), { headers })
    expect([secondVisit.status, secondVisit.headers.get('location')]).toEqual([303, expect.stringContaining('code=')])
    expect((await app.request(authorizePath({ disable_auto_auth: '1' }), { headers })).status).toBe(200)
    expect((await app.request(authorizePath({ scope: 'user.info.stats' }), { headers })).status).toBe(200)
    await control(app, '/tiktok/revoke', { account: 'mira' })
    expect((await app.request(authorizePath(), { headers })).status).toBe(200)
  })
})

describe('tokens', () => {
  test('the challenge is lowercase hexadecimal, as in the official vectors', () => {
    expect(challengeOf(VERIFIER, 'hex')).toBe('e6a178b120743d08509508f269652b0bdf91e29332921bc9e9744fd3dd41bfef')
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'hex')).toBe(
      '13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3',
    )
    expect(challengeOf('sandboxVerifier_0123456789-abcdefghijklmnopqrstuvwxyz~', 'hex')).toBe(
      '3e7bdb473aee2e59edf3d641487202dd12c22bc09655f714dbd17b9948d4ad14',
    )
  })

  test('a code is exchanged once', async () => {
    const app = sandbox()
    const code = (await decide(app, authorizePath())).get('code') ?? ''
    const first = await exchange(app, code)
    expect(first).toEqual({
      status: 200,
      body: {
        open_id: expect.stringMatching(/^-000/),
        scope: SCOPES,
        access_token: expect.stringMatching(/^act\./),
        expires_in: 86_400,
        refresh_token: expect.stringMatching(/^rft\./),
        refresh_expires_in: 31_536_000,
        token_type: 'Bearer',
      },
    })
    const second = await exchange(app, code)
    expect([second.status, second.body.error]).toEqual([200, 'invalid_grant'])
  })

  test.each([
    ['a wrong secret', { client_secret: 'no' }, 'invalid_client', /incorrect/],
    ['another redirect', { redirect_uri: 'http://localhost:3001/tiktok_callback' }, 'invalid_request', /^Redirect_uri is not matched/],
    ['another verifier', { code_verifier: `${VERIFIER}x` }, 'invalid_request', /^Code verifier or code challenge is invalid\.$/],
    ['no verifier', { code_verifier: '' }, 'invalid_request', /^Code verifier/],
    ['another type', { grant_type: 'password' }, 'unsupported_grant_type', /not supported/],
  ])('%s returns no tokens', async (_what, overrides, error, description) => {
    const app = sandbox()
    const { status, body } = await exchange(app, (await decide(app, authorizePath())).get('code') ?? '', overrides)
    expect([status, body.error]).toEqual([400, error])
    expect(body.error_description).toMatch(description)
  })

  test('rejects the base64url challenge of RFC 7636, like TikTok', async () => {
    const app = sandbox()
    const path = authorizePath({ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' })
    const { body } = await exchange(app, (await decide(app, path)).get('code') ?? '', {
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    })
    expect(body.error).toBe('invalid_request')
  })

  test('a code is invalid after five minutes, for another client, or after a wrong verifier', async () => {
    const app = sandbox()
    const fresh = async () => (await decide(app, authorizePath())).get('code') ?? ''
    await control(app, '/tiktok/clients', { key: 'own', secret: 'own-secret' })
    expect((await exchange(app, await fresh(), { client_key: 'own', client_secret: 'own-secret' })).body.error).toBe('invalid_grant')
    const guessed = await fresh()
    await exchange(app, guessed, { code_verifier: 'x'.repeat(43) })
    expect((await exchange(app, guessed)).body.error).toBe('invalid_grant')
    const expired = await fresh()
    await control(app, '/clock', { advance: 301 })
    expect((await exchange(app, expired)).body.error).toBe('invalid_grant')
  })

  test('rejects JSON and repeated parameters', async () => {
    const app = sandbox()
    const json = await app.request('/tiktok/v2/oauth/token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CLIENT, grant_type: 'refresh_token', refresh_token: 'x' }),
    })
    expect([json.status, ((await json.json()) as Tokens).error]).toEqual([400, 'invalid_request'])
    const repeated = await post(app, '/v2/oauth/token/', [...Object.entries(CLIENT), ['grant_type', 'refresh_token'], ['grant_type', 'x']])
    expect(repeated.status).toBe(400)
  })

  test('refreshing replaces both tokens; the old refresh token is invalid, the old access token remains valid', async () => {
    const app = sandbox()
    const first = await connect(app)
    const second = await refresh(app, first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.open_id).toBe(first.open_id)
    expect(await refresh(app, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    for (const token of [first.access_token, second.access_token]) {
      expect((await call(app, '/v2/user/info/?fields=open_id', token)).status).toBe(200)
    }
  })

  test('exactly one of fifty concurrent refreshes succeeds', async () => {
    const app = sandbox()
    const { refresh_token } = await connect(app)
    const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(app, refresh_token)))
    expect(responses.filter((response) => response.access_token)).toHaveLength(1)
  })

  test('an access token lasts a day and a refresh token a year, by the adjustable clock', async () => {
    const app = sandbox()
    const { access_token, refresh_token } = await connect(app)
    const info = () => call(app, '/v2/user/info/?fields=open_id', access_token)
    await control(app, '/clock', { advance: 86_000 })
    expect((await info()).status).toBe(200)
    await control(app, '/clock', { advance: 401 })
    expect(await info()).toMatchObject({ status: 401, error: { code: 'access_token_invalid' } })
    const second = await refresh(app, refresh_token)
    expect(second.access_token).toBeDefined()
    await control(app, '/clock', { advance: 31_536_001 })
    expect(await refresh(app, second.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  test('revoking ends all tokens of the user and client, with an empty response', async () => {
    const app = sandbox()
    const [sandy, mira] = [await connect(app), await connect(app, 'mira')]
    const reply = await post(app, '/v2/oauth/revoke/', { ...CLIENT, token: sandy.access_token })
    expect([reply.status, await reply.text()]).toEqual([200, ''])
    expect((await call(app, '/v2/user/info/?fields=open_id', sandy.access_token)).status).toBe(401)
    expect(await refresh(app, sandy.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect((await call(app, '/v2/user/info/?fields=open_id', mira.access_token)).status).toBe(200)
  })
})

describe('user info', () => {
  test('returns the requested fields within the scopes', async () => {
    const app = sandbox()
    const { access_token } = await connect(app, 'zoe')
    const info = (fields: string) => call(app, `/v2/user/info/?fields=${fields}`, access_token)
    expect(await info('open_id,union_id,avatar_url,display_name')).toMatchObject({
      status: 200,
      data: { user: { display_name: 'Zoë 🌿 <Garden>', avatar_url: expect.stringMatching(/\/tiktok\/avatar\/zoe\.webp$/) } },
      error: { code: 'ok', message: '', log_id: expect.stringMatching(/SANDBOX\d{6}$/) },
    })
    expect(await info('open_id,username')).toMatchObject({ status: 401, error: { code: 'scope_not_authorized' } })
    expect(await info('')).toMatchObject({ status: 400, error: { code: 'invalid_params' } })
    expect(await info('shoe_size')).toMatchObject({ status: 400, error: { code: 'invalid_params' } })
    const avatar = await app.request('/tiktok/avatar/zoe.webp')
    expect(Buffer.from(await avatar.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('creator info requires its scope, and is limited to 20 requests per minute', async () => {
    const app = sandbox()
    const [sandy, quiet, drafts] = [
      await connect(app),
      await connect(app, 'quiet'),
      await connect(app, 'mira', 'user.info.basic,video.upload'),
    ]
    const creator = (token: string) => call(app, '/v2/post/publish/creator_info/query/', token, 'POST')
    expect(await creator(drafts.access_token)).toMatchObject({ status: 401, error: { code: 'scope_not_authorized' } })
    expect((await creator(quiet.access_token)).data['privacy_level_options']).toEqual([
      'FOLLOWER_OF_CREATOR',
      'MUTUAL_FOLLOW_FRIENDS',
      'SELF_ONLY',
    ])
    for (let count = 0; count < 20; count += 1) expect((await creator(sandy.access_token)).status).toBe(200)
    expect(await creator(sandy.access_token)).toMatchObject({ status: 429, error: { code: 'rate_limit_exceeded' } })
    await control(app, '/clock', { advance: 61 })
    expect((await creator(sandy.access_token)).data['creator_username']).toBe('sandy.creates')
  })
})

describe('the control API', () => {
  test('injects faults in TikTok’s format, once each for the given path', async () => {
    const app = sandbox()
    const { access_token } = await connect(app)
    const info = () => call(app, '/v2/user/info/?fields=open_id', access_token)
    await control(app, '/faults', {
      provider: 'tiktok',
      next: [
        { kind: '500', path: '/oauth/' },
        { kind: '401' },
        { kind: '429', retryAfter: 7 },
        { kind: 'error', status: 200, code: 'spam_risk_too_many_posts' },
      ],
    })
    expect((await info()).error.code).toBe('access_token_invalid')
    const limited = await info()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await info()).toMatchObject({ status: 200, error: { code: 'spam_risk_too_many_posts' } })
    expect((await info()).error.code).toBe('ok')
    expect(await refresh(app, 'x')).toMatchObject({ error: 'server_error' })
  })

  test('lists requests with secrets masked', async () => {
    const app = sandbox()
    const { access_token, refresh_token } = await connect(app)
    await refresh(app, refresh_token)
    await call(app, '/v2/user/info/?fields=open_id', access_token)
    const text = await (await app.request('/_control/requests?provider=tiktok')).text()
    for (const secret of [access_token, refresh_token, CLIENT.client_secret, VERIFIER]) expect(text).not.toContain(secret)
    const { requests } = JSON.parse(text) as { requests: Record<string, unknown>[] }
    expect(requests.at(-2)).toMatchObject({
      method: 'POST',
      path: '/tiktok/v2/oauth/token/',
      status: 200,
      body: { grant_type: 'refresh_token', refresh_token: `...${refresh_token.slice(-4)}` },
    })
    expect(requests.at(-1)).toMatchObject({ path: '/tiktok/v2/user/info/', query: { fields: 'open_id' } })
  })

  test('a reset clears tokens, clients and settings', async () => {
    const app = sandbox()
    await control(app, '/tiktok', { accessSeconds: 60 }, 'PATCH')
    const { access_token } = await connect(app)
    await app.request('/_control', { method: 'DELETE' })
    expect((await call(app, '/v2/user/info/?fields=open_id', access_token)).status).toBe(401)
    expect(await connect(app)).toMatchObject({ expires_in: 86_400 })
  })
})
