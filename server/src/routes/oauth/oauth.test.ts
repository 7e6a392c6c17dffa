import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { UnauthorizedError, type StoredOAuthTokens } from '@modelcontextprotocol/client'
import { sql } from 'drizzle-orm'
import { MockAgent } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiKeyRow } from '@ninesixteen/shared/api/api-keys'
import type { AppRequest } from '@ninesixteen/shared/api/app-requests'
import { API_SCOPES, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { createRecords, deleteOldRecords } from '../../oauth-server/records.ts'
import { CLI_CLIENT_ID, DEVICE_GRANT } from '../../oauth-server/oauth-server.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import type { Caller } from '../../testing/caller.ts'
import { OAuthAgent, REDIRECT } from '../../testing/oauth-agent.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

const open = (browser: Caller, path: string) => browser.fetch(path, { redirect: 'manual' })
const pathOf = ({ pathname, search }: URL): string => pathname + search

/** Opens the address that an app sent its user to, and returns the id of the request on our page. */
async function openRequest(browser: Caller, url: URL): Promise<string> {
  const response = await open(browser, pathOf(url))
  const target = new URL(response.headers.get('location') ?? '', app.url)
  expect([response.status, target.pathname]).toEqual([303, '/connect-app'])
  return target.searchParams.get('request') ?? ''
}

interface Answered {
  browser?: Caller
  scopes?: readonly ApiScope[]
}

/** Lets the user approve, and returns the address that notifies the app. */
async function approve(url: URL, { browser = user, scopes = API_SCOPES }: Answered = {}): Promise<URL> {
  const request = await openRequest(browser, url)
  const { continueAt } = await user.api<{ continueAt: string }>('POST', '/app-requests/answer', { request, scopes })
  const response = await open(browser, continueAt)
  return new URL(response.headers.get('location') ?? '', app.url)
}

async function requestAccess(agent: OAuthAgent): Promise<URL> {
  await expect(agent.tools()).rejects.toThrow(UnauthorizedError)
  if (!agent.sentTo) throw new Error('The user was sent nowhere')
  return agent.sentTo
}

async function connect(scopes: readonly ApiScope[] = API_SCOPES, agent = new OAuthAgent(app)): Promise<OAuthAgent> {
  const back = await approve(await requestAccess(agent), { scopes })
  expect(back.searchParams.get('state')).toBe('the state')
  await agent.transport().finishAuth(back.searchParams)
  return agent
}

const keys = () => user.api<ApiKeyRow[]>('GET', '/api-keys')
const post = (path: string, body: Record<string, string>) =>
  fetch(`${app.url}/oauth${path}`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { error?: string }).error]
const refresh = ({ known, held }: OAuthAgent) =>
  post('/token', { grant_type: 'refresh_token', client_id: known?.client_id ?? '', refresh_token: held?.refresh_token ?? '' })

describe('an app', () => {
  test('registers, is approved, uses its tools, and is listed', async () => {
    const agent = await connect()
    expect(await agent.tools()).toContain('create_posts')
    expect(await keys()).toMatchObject([{ name: 'Test agent', isApp: true, scopes: API_SCOPES, revokedAt: null }])
    const api = await fetch(`${app.url}/api/public/v1/companies`, { headers: { authorization: `Bearer ${agent.held?.access_token}` } })
    expect(api.status).toBe(200)
  })

  test('gets only the scopes that the user allows', async () => {
    const agent = await connect(['slideshows:read'])
    expect(await agent.tools()).not.toContain('create_posts')
    expect(agent.held?.scope).toBe('slideshows:read')
    const request = await openRequest(user, await requestAccess(new OAuthAgent(app)))
    const beyond = { request, scopes: ['slideshows:read', 'everything'] }
    expect((await user.call('POST', '/api/v1/app-requests/answer', beyond)).status).toBe(400)
  })

  test('is notified when the user declines', async () => {
    const back = await approve(await requestAccess(new OAuthAgent(app)), { scopes: [] })
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null])
    expect(await keys()).toEqual([])
  })

  test('is identified by the host of its client metadata', async () => {
    const url = 'https://agent.example/metadata.json'
    const agent = new MockAgent()
    agent.disableNetConnect()
    const described = { client_id: url, client_name: 'Described', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
    agent
      .get('https://agent.example')
      .intercept({ path: '/metadata.json' })
      .reply(200, described, { headers: { 'content-type': 'application/json' } })
    app = await startTestApp({ oauthAgent: agent })
    user = await app.buildUser()
    const client = new OAuthAgent(app, url)
    const request = await openRequest(user, await requestAccess(client))
    const read = await user.api<AppRequest>('POST', '/app-requests/read', { request })
    expect(read).toEqual({ name: 'Described', host: 'agent.example', returnsTo: 'the app on this computer', scopes: [...API_SCOPES] })
    const other = await open(user, pathOf(new URL(String(client.sentTo).replaceAll('agent.example', 'other.example'))))
    expect(other.headers.get('location')).toBe('/connect-app?error=invalid_client')
  })

  test('cannot publish its client metadata on a private address', async () => {
    const query = new URLSearchParams({ client_id: 'https://127.0.0.1/metadata.json', response_type: 'code', redirect_uri: REDIRECT })
    const rejected = await open(user, `/oauth/authorize?${query.toString()}`)
    expect(rejected.headers.get('location')).toBe('/connect-app?error=invalid_client')
  })

  test('loses access at once when the user revokes it', async () => {
    const agent = await connect()
    const [key] = await keys()
    await user.api('DELETE', `/api-keys/${key?.id}`)
    const response = await fetch(`${app.url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${agent.held?.access_token}` } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('resource_metadata=')
    expect(await codeOf(await refresh(agent))).toEqual([400, 'invalid_grant'])
  })

  test('refreshes its tokens; a reused refresh token revokes the connection', async () => {
    const agent = await connect(['posts:read'])
    const first = agent.held?.access_token
    const renewed = (await (await refresh(agent)).json()) as StoredOAuthTokens
    expect(renewed).toMatchObject({ token_type: 'Bearer', scope: 'posts:read' })
    expect(renewed.access_token).not.toBe(first)
    expect(await codeOf(await refresh(agent))).toEqual([400, 'invalid_grant'])
    agent.held = { ...renewed, refresh_token: '' }
    const response = await fetch(`${app.url}/api/public/v1/posts`, { headers: { authorization: `Bearer ${renewed.access_token}` } })
    expect(response.status).toBe(401)
    expect(await keys()).toMatchObject([{ revokedAt: expect.any(String) as string }])
  })

  test('of two concurrent refreshes, one gets tokens', async () => {
    const agent = await connect()
    const responses = await Promise.all([refresh(agent), refresh(agent), refresh(agent)])
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('can revoke its own connection', async () => {
    const agent = await connect()
    await post('/revoke', { client_id: agent.known?.client_id ?? '', token: agent.held?.refresh_token ?? '' })
    expect(await keys()).toMatchObject([{ revokedAt: expect.any(String) as string }])
  })
})

test('five answers to one request connect one app', async () => {
  const agent = new OAuthAgent(app)
  const request = await openRequest(user, await requestAccess(agent))
  const answer = () => user.api<{ continueAt: string }>('POST', '/app-requests/answer', { request, scopes: ['posts:read'] })
  const answers = [...(await Promise.all([answer(), answer(), answer(), answer()])), await answer()]
  expect(await keys()).toHaveLength(1)
  const response = await open(user, answers[0]?.continueAt ?? '')
  await agent.transport().finishAuth(new URL(response.headers.get('location') ?? '', app.url).searchParams)
  expect(await agent.tools()).toContain('list_posts')
})

describe('metadata of an app', () => {
  const url = 'https://agent.example/metadata.json'
  const register = async (metadata: Record<string, unknown>) => {
    const body = JSON.stringify({ token_endpoint_auth_method: 'none', redirect_uris: [REDIRECT], ...metadata })
    const response = await fetch(`${app.url}/oauth/register`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return { status: response.status, body: (await response.json()) as { client_id?: string; client_name?: string } }
  }
  /** Opens the page that asks the user, for an app that publishes its metadata. */
  const publish = async (metadata: Record<string, unknown>, mode: Record<string, string> = {}) => {
    const agent = new MockAgent()
    agent.disableNetConnect()
    const described = { client_id: url, token_endpoint_auth_method: 'none', redirect_uris: [REDIRECT], ...metadata }
    const reply = { headers: { 'content-type': 'application/json' } }
    agent.get('https://agent.example').intercept({ path: '/metadata.json' }).reply(200, described, reply).persist()
    app = await startTestApp({ oauthAgent: agent })
    user = await app.buildUser()
    const [redirect = REDIRECT] = (metadata['redirect_uris'] as string[] | undefined) ?? []
    const challenge = createHash('sha256').update('x').digest('base64url')
    const query = { client_id: url, response_type: 'code', redirect_uri: redirect, scope: 'posts:read', ...mode }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    return open(user, `/oauth/authorize?${new URLSearchParams({ ...query, ...pkce }).toString()}`)
  }

  test.for([
    'https://user@agent.example/callback',
    'https://:secret@agent.example/callback',
    'intent://agent.example/callback',
    'ninesixteen://callback',
    'javascript:alert(1)',
    'ms-settings://callback',
    'zoommtg://callback',
    'cursor:callback',
    'vscodex://callback',
  ])('is refused with the redirect address %s', async (redirect) => {
    expect((await register({ client_name: 'x', redirect_uris: [redirect] })).status).toBe(400)
    const location = (await publish({ client_name: 'x', redirect_uris: [redirect] })).headers.get('location')
    expect(location).toMatch(/^\/connect-app\?error=invalid_/)
  })

  test.for(['Ninesixteen', 'ninesixteen support', 'Nine\u00adsixteen', '\u202eNinesixteen', 'Ｎinesixteen'])(
    'is refused with the name %s of the product',
    async (name) => {
      expect((await register({ client_name: name })).status).toBe(400)
      expect((await publish({ client_name: name })).headers.get('location')).toMatch(/^\/connect-app\?error=invalid_/)
    },
  )

  test('loses control and format characters of the name, and may have a scheme of its own', async () => {
    const given = { client_name: 'Good\u202e \u2066app\u0007', redirect_uris: ['com.example.app:/callback'] }
    expect(await register(given)).toMatchObject({ status: 201, body: { client_name: 'Good app' } })
    const request = new URL((await publish(given)).headers.get('location') ?? '', app.url).searchParams.get('request')
    expect(await user.api<AppRequest>('POST', '/app-requests/read', { request })).toMatchObject({ name: 'Good app' })
  })

  test.for([
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/user-example/callback',
    'vscode://example.extension/callback',
    'vscode-insiders://example.extension/callback',
    'windsurf://example.extension/callback',
  ])('may name the address %s of an editor', async (redirect) => {
    const redirects = ['http://localhost:8787/callback', redirect]
    expect((await register({ client_name: 'Editor', redirect_uris: redirects })).status).toBe(201)
    const location = (await publish({ client_name: 'Editor', redirect_uris: [redirect] })).headers.get('location')
    expect(location).toMatch(/^\/connect-app\?request=/)
  })

  test('allows no answer by a form, which the browser would block', async () => {
    const { body } = await register({ client_name: 'x' })
    const query = { client_id: body.client_id ?? '', response_type: 'code', redirect_uri: REDIRECT, response_mode: 'form_post' }
    const location = '/connect-app?error=unsupported_response_mode'
    const refused = await open(user, `/oauth/authorize?${new URLSearchParams(query).toString()}`)
    expect([refused.status, refused.headers.get('location')]).toEqual([302, location])
    expect((await publish({ client_name: 'x' }, { response_mode: 'form_post' })).headers.get('location')).toBe(location)
  })
})

describe('an attacker', () => {
  test('gains nothing by sending the user a forged request', async () => {
    const attacker = await app.buildUser()
    const request = await openRequest(attacker, await requestAccess(new OAuthAgent(app)))
    // The user's browser lacks the cookie of the request.
    for (const path of ['read', 'answer']) {
      const rejected = await user.call('POST', `/api/v1/app-requests/${path}`, { request, scopes: API_SCOPES })
      expect(rejected).toMatchObject({ status: 404, body: { error: { code: 'APP_REQUEST_GONE' } } })
    }
    expect(await keys()).toEqual([])
  })

  test('gets no code by intercepting the redirect URL', async () => {
    const attacker = await app.buildUser()
    const request = await openRequest(user, await requestAccess(new OAuthAgent(app)))
    const { continueAt } = await user.api<{ continueAt: string }>('POST', '/app-requests/answer', { request, scopes: API_SCOPES })
    expect((await open(attacker, continueAt)).headers.get('location')).toBe('/connect-app?error=invalid_request')
    expect((await open(user, continueAt)).headers.get('location')).toContain('code=')
    expect((await open(user, continueAt)).headers.get('location')).toBe('/connect-app?error=invalid_request')
  })

  test('gets no token for a code without the verifier and the app', async () => {
    const agent = new OAuthAgent(app)
    const back = await approve(await requestAccess(agent))
    const code = back.searchParams.get('code') ?? ''
    const redeem = (overrides: Record<string, string>) =>
      post('/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        client_id: agent.known?.client_id ?? '',
        ...overrides,
      })
    const other = new OAuthAgent(app)
    await requestAccess(other)
    const attempts: Record<string, string>[] = [
      {},
      { code_verifier: 'a'.repeat(43) },
      { code_verifier: agent.codeVerifier(), client_id: other.known?.client_id ?? '' },
    ]
    for (const attempt of attempts) expect((await codeOf(await redeem(attempt)))[0]).toBe(400)
    expect(back.searchParams.get('iss')).toBe(new URL(app.services.config.publicUrl).origin)
  })
})

test('exactly one concurrent use of a code or refresh token succeeds', async () => {
  const records = createRecords(app.services, 'RefreshToken')
  await records.upsert('a token', { kind: 'RefreshToken', jti: 'a token' }, 60)
  const uses = await Promise.allSettled(Array.from({ length: 5 }, () => records.consume('a token')))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await records.find('a token')).toMatchObject({ consumed: expect.any(Number) as number })
})

test('connects a device by the code it displays', async () => {
  const response = await post('/device', { client_id: CLI_CLIENT_ID, scope: API_SCOPES.join(' ') })
  const device = (await response.json()) as { device_code: string; user_code: string; verification_uri: string }
  expect(new URL(device.verification_uri).pathname).toBe('/connect-app')
  const token = () => post('/token', { client_id: CLI_CLIENT_ID, grant_type: DEVICE_GRANT, device_code: device.device_code })
  expect(await codeOf(await token())).toEqual([400, 'authorization_pending'])
  const code = device.user_code.toLowerCase()
  expect(await user.api<AppRequest>('POST', '/app-requests/read', { code })).toMatchObject({ returnsTo: null, scopes: API_SCOPES })
  const decision = { code, scopes: ['companies:none', 'posts:read'] }
  expect((await user.call('POST', '/api/v1/app-requests/answer', decision)).status).toBe(400)
  await user.api('POST', '/app-requests/answer', { code, scopes: ['posts:read'] })
  const tokens = (await (await token()).json()) as StoredOAuthTokens
  expect(tokens).toMatchObject({ scope: 'posts:read' })
  const posts = await fetch(`${app.url}/api/public/v1/posts`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect(posts.status).toBe(200)
  expect((await user.call('POST', '/api/v1/app-requests/read', { code })).status).toBe(404)
})

test('stores no secrets in plain text, and deletes what has expired', async () => {
  const agent = await connect()
  const { db } = app.services
  const stored = JSON.stringify((await db.pool.query('select * from oauth_records')).rows)
  for (const secret of [agent.held?.access_token, agent.held?.refresh_token, agent.known?.client_id]) expect(stored).not.toContain(secret)
  await db.asSystem((tx) =>
    tx.execute(sql`update oauth_records set expires_at = expires_at - interval '1 year', created_at = now() - interval '2 days'`),
  )
  await db.asSystem((tx) => tx.execute(sql`update api_keys set created_at = now() - interval '2 days'`))
  await deleteOldRecords(app.services)
  expect((await db.pool.query('select * from oauth_records')).rows).toEqual([])
  expect(await keys()).toMatchObject([{ revokedAt: expect.any(String) as string }])
})

describe('malformed requests', () => {
  const challenge = () => createHash('sha256').update(randomBytes(32)).digest('base64url')
  const authorize = (overrides: Record<string, string>) => {
    const query = { client_id: CLI_CLIENT_ID, response_type: 'code', redirect_uri: REDIRECT, ...overrides }
    return open(user, `/oauth/authorize?${new URLSearchParams(query).toString()}`)
  }

  test('are rejected without a redirect to another site', async () => {
    const agent = new OAuthAgent(app)
    const url = await requestAccess(agent)
    const id = agent.known?.client_id ?? ''
    const response = { client_id: id, code_challenge: challenge(), code_challenge_method: 'S256', scope: 'posts:read' }
    for (const redirect of [
      'https://evil.example/',
      'http://127.0.0.1:7777/callback/../x',
      'http://127.0.0.1.evil.example/callback',
      'javascript:alert(1)',
    ]) {
      const location = (await authorize({ ...response, redirect_uri: redirect })).headers.get('location')
      expect([redirect, location]).toEqual([redirect, '/connect-app?error=invalid_redirect_uri'])
    }
    expect((await authorize({ client_id: randomUUID() })).headers.get('location')).toBe('/connect-app?error=invalid_client')
    for (const [change, error] of [
      [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const location = new URL((await authorize({ ...response, ...change })).headers.get('location') ?? '')
      expect([change, location.origin, location.searchParams.get('error')]).toEqual([change, 'http://127.0.0.1:7777', error])
    }
    expect(url.searchParams.get('resource')).toBe(new URL('/mcp', app.services.config.publicUrl).href)
  })

  test('cannot register an app with a foreign redirect URI', async () => {
    for (const redirect of ['http://evil.example/callback', 'javascript:alert(1)', 'data:text/html,x']) {
      const body = JSON.stringify({ client_name: 'x', redirect_uris: [redirect] })
      const rejected = await fetch(`${app.url}/oauth/register`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      expect(rejected.status).toBe(400)
    }
  })

  test('are rate-limited by IP address', async () => {
    const statuses = []
    for (let count = 0; count < 31; count++) statuses.push((await post('/device', { client_id: CLI_CLIENT_ID })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('publishes its metadata for apps', async () => {
  const described = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
  const { origin } = new URL(app.services.config.publicUrl)
  expect(await described.json()).toMatchObject({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    registration_endpoint: `${origin}/oauth/register`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    // A browser would block an answer by a form.
    response_modes_supported: ['fragment', 'query'],
  })
})
