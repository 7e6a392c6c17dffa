import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Caller, type TestApp, type TestUser } from '../../testing/app.ts'
import { callbackParameters, connect, consent, begin, startConnectingApp } from '../../testing/connecting.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startConnectingApp(sandbox)
  user = await app.buildUser()
})

type Json = Record<string, unknown>
const SEALED = expect.stringMatching(/^sealed\.v1\./)

async function post(path: string, body: Json): Promise<Json> {
  const response = await user.call<Json>('POST', path, body)
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

async function tiktokTokens(): Promise<Json> {
  const started = await begin(user, 'tiktok')
  const { state, proof } = callbackParameters(await consent(started.url))
  return post('/api/tiktok-token', { code: proof, state, code_verifier: started.secret })
}

async function tumblrTokens(): Promise<Json> {
  const request = await post('/api/tumblr-request-token', {})
  const { proof } = callbackParameters(await consent(String(request['authorize_url'])))
  const { oauth_token, oauth_token_secret } = request
  return post('/api/tumblr-access-token', { oauth_token, oauth_token_secret, oauth_verifier: proof })
}

describe('TikTok', () => {
  test('returns sealed tokens, identifies the user, and refreshes', async () => {
    const tokens = await tiktokTokens()
    expect(tokens).toMatchObject({ access_token: SEALED, refresh_token: SEALED, expires_in: 86_400 })
    const info = await post('/api/tiktok-userinfo', { access_token: tokens['access_token'] })
    expect(info).toMatchObject({ data: { user: { display_name: expect.any(String), open_id: expect.any(String) } }, error: { code: 'ok' } })
    const renewed = await post('/api/tiktok-refresh', { refresh_token: tokens['refresh_token'] })
    expect(renewed).toMatchObject({ access_token: SEALED, refresh_token: SEALED })
    const again = await user.call<{ error: { message: string } }>('POST', '/api/tiktok-refresh', { refresh_token: tokens['refresh_token'] })
    expect(again.status).toBe(502)
    expect(again.body.error.message).toMatch(/^Token refresh failed: 200 - /)
  })

  test('a body without state completes the only attempt of the session, once and in its own browser', async () => {
    const started = await begin(user, 'tiktok')
    const { proof } = callbackParameters(await consent(started.url))
    const body = { code: proof, code_verifier: started.secret, redirect_uri: `${app.services.config.publicUrl}/tiktok_callback` }
    const second = await begin(user, 'tiktok')
    const rejected = await user.call('POST', '/api/tiktok-token', body)
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: 'OAUTH_STATE_MISSING' } } })
    await user.call('POST', '/api/tiktok-token', { code: 'x', state: second.state, code_verifier: second.secret })
    expect(await post('/api/tiktok-token', body)).toMatchObject({ access_token: SEALED, refresh_token: SEALED, expires_in: 86_400 })
    expect((await user.call('POST', '/api/tiktok-token', body)).status).toBe(400)

    const again = await begin(user, 'tiktok')
    const code = callbackParameters(await consent(again.url)).proof
    // From an attempt that has ended.
    const unknownAttempt = await user.call('POST', '/api/tiktok-token', { code, code_verifier: started.secret })
    expect(unknownAttempt).toMatchObject({ status: 400, body: { error: { code: 'OAUTH_STATE_INVALID' } } })
    const [signedOut, verifier] = [new Caller(app.url), again.secret]
    expect((await signedOut.call('POST', '/api/tiktok-token', { code, code_verifier: verifier })).status).toBe(400)
  })

  test('accepts sealed tokens of the user only, and never plain ones', async () => {
    const tokens = await tiktokTokens()
    const other = await app.buildUser()
    for (const access_token of [tokens['access_token'], tokens['refresh_token'], 'act.plain'])
      expect((await other.call('POST', '/api/tiktok-userinfo', { access_token })).status).toBe(400)
    expect((await user.call('POST', '/api/tiktok-userinfo', { access_token: tokens['refresh_token'] })).status).toBe(400)
  })

  test('rejects a foreign redirect URI', async () => {
    const body = { code: 'x', state: 'y', code_verifier: 'z', redirect_uri: 'https://elsewhere.example/tiktok_callback' }
    expect((await user.call('POST', '/api/tiktok-token', body)).status).toBe(400)
  })

  test('uses a key pair from the body for the attempt that began with it', async () => {
    await sandbox.control('/tiktok/clients', 'POST', { key: 'body-client', secret: 'body-secret-1' })
    const started = await user.api<{ url: string; secret: string }>('POST', '/accounts/tiktok/begin', {
      force: false,
      clientKey: 'body-client',
    })
    const { state, proof } = callbackParameters(await consent(started.url))
    const keys = { client_key: 'body-client', client_secret: 'body-secret-1' }
    const tokens = await post('/api/tiktok-token', { code: proof, state, code_verifier: started.secret, ...keys })
    expect(await post('/api/tiktok-refresh', { refresh_token: tokens['refresh_token'], ...keys })).toMatchObject({ access_token: SEALED })
  })
})

describe('Tumblr', () => {
  test('completes three steps to sealed tokens and identifies the user', async () => {
    const tokens = await tumblrTokens()
    expect(tokens).toEqual({ oauth_token: SEALED, oauth_token_secret: SEALED })
    expect(await post('/api/tumblr-userinfo', tokens)).toMatchObject({ user: { name: 'sandy-studio', blogs: expect.any(Array) } })
  })

  test('lists followed blogs beyond one page, and their posts as specified', async () => {
    const tokens = await tumblrTokens()
    const { user: found } = (await post('/functions/tumblr-following', { ...tokens, limit: 50, offset: 0 })) as {
      user: { following: { name: string }[] }
    }
    expect(found.following.length).toBeGreaterThan(20)
    const blog = found.following[0]?.name
    const one = (await post('/functions/tumblr-blog-photos', { ...tokens, blog_identifier: blog, limit: 15 })) as {
      response: { posts: Json[] }
    }
    expect(one.response.posts[0]).toMatchObject({
      type: 'photo',
      blog_name: blog,
      photos: [{ original_size: { url: expect.stringMatching(/^\/api\/pictures\/remote\//) }, alt_sizes: expect.any(Array) }],
    })
    const other = await post('/api/tumblr-photos', { ...tokens, blog_name: blog, limit: 15 })
    expect(JSON.stringify(other).length).toBe(JSON.stringify(one).length)
  })

  test('uses the connected account when no tokens are sent', async () => {
    await connect(user, 'tumblr')
    expect(await post('/api/tumblr-userinfo', {})).toMatchObject({ user: { name: 'sandy-studio' } })
    expect(await post('/functions/tumblr-following', { limit: 20 })).toMatchObject({ user: { following: expect.any(Array) } })
  })

  test('a search returns photo posts, and reports an unreadable response', async () => {
    const { response } = (await post('/api/tumblr-search', { tag: 'calm', limit: 10 })) as { response: { type: string }[] }
    expect(response.length).toBeGreaterThan(0)
    expect(new Set(response.map((one) => one.type))).toEqual(new Set(['photo']))
    await sandbox.control('/faults', 'POST', { provider: 'tumblr', next: [{ kind: 'html', path: '/tagged' }] })
    const broken = await user.call<{ error: { message: string } }>('POST', '/api/tumblr-search', { tag: 'calm' })
    expect(broken.body.error.message).toBe('Invalid JSON response from search API')
  })

  test('reports a missing session as specified', async () => {
    for (const path of ['/functions/tumblr-following', '/functions/tumblr-blog-photos']) {
      const response = await app.anonymous.call<{ error: { message: string } }>('POST', path, {})
      expect(response.status).toBe(401)
      expect(response.body.error.message).toBe('No active Supabase session found')
    }
  })

  test.each([
    [{ kind: '500' }, 'Request token failed: 500 - it had an internal error'],
    [{ kind: '429' }, 'Request token failed: 429 - it is limiting requests'],
    [{ kind: '401' }, 'Request token failed: 401 - the key or secret is wrong'],
    [{ kind: 'dropped' }, 'Request token failed: no response - it cannot be reached'],
  ])('reports a first step that meets %j without blaming the keys', async (fault, message) => {
    await sandbox.control('/faults', 'POST', { provider: 'tumblr', next: [{ ...fault, path: '/oauth/request_token' }] })
    const response = await user.call<{ error: { message: string } }>('POST', '/api/tumblr-request-token', {})
    expect([response.status, response.body.error.message]).toEqual([502, message])
  })

  test('reports wrong keys from the body as the failed step', async () => {
    const response = await user.call<{ error: { message: string } }>('POST', '/api/tumblr-request-token', {
      consumer_key: 'x',
      consumer_secret: 'y',
    })
    expect(response.status).toBe(502)
    expect(response.body.error.message).toMatch(/^Request token failed: 40[01] - the key or secret is wrong$/)
  })
})
