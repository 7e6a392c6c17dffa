import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rateLimits, sessions } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

const message = (body: unknown) => (body as { error: { code: string; message: string } }).error

async function signIn(caller: Caller, email: string, password: string) {
  return caller.call('POST', '/api/auth/sign-in/email', { email, password })
}

describe('POST /api/auth', () => {
  test('signs a new account in, with default settings and no Pro plan', async () => {
    const user = await app.buildUser({ pro: false, email: 'Ann@Example.org' })
    expect(await user.api('GET', '/me')).toEqual({
      id: user.id,
      email: 'ann@example.org',
      displayName: 'Tester',
      isOperator: false,
      localModel: null,
      proPlan: false,
      canManageSubscription: false,
      demo: null,
      settings: {
        theme: 'dark',
        themeFollowsSystem: false,
        defaultContentStyle: 'educational',
        autoSave: true,
        look: 'bold',
        textSize: 'standard',
        starterPhotos: true,
        mailFailed: true,
        mailAttention: true,
        mailHandOver: true,
      },
    })
  })

  test('signing out ends the session at once, and the user can sign in again', async () => {
    const user = await app.buildUser()
    const stolen = new Caller(app.url)
    user.cookies.forEach((value, name) => stolen.cookies.set(name, value))
    expect((await stolen.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await user.call('POST', '/api/auth/sign-out', {})).status).toBe(200)
    expect((await stolen.call('GET', '/api/v1/me')).status).toBe(401)
    expect((await signIn(user, user.email, user.password)).status).toBe(200)
    expect((await user.call('GET', '/api/v1/me')).status).toBe(200)
  })

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const response = await app.anonymous.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bo@example.org', password: 'a good password' }),
    })
    const cookie = response.headers.getSetCookie().find((header) => header.includes('session_token'))
    expect(cookie).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax/)
    // Identifies the browser for half a year.
    const device = response.headers.getSetCookie().find((header) => header.includes('ninesixteen.device'))
    expect(device).toMatch(/; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Lax/)
  })

  test('limits attempts per address as configured', () => {
    const { window, max, customRules } = app.services.auth.options.rateLimit
    expect([window, max]).toEqual([10, 100])
    expect(customRules).toMatchObject({
      '/get-session': false,
      '/sign-in/email': { window: 900, max: 200 },
      '/sign-up/email': { window: 60, max: 30 },
      '/demo': { window: 3600, max: 200 },
      '/try': { window: 3600, max: 200 },
      '/demo/keep': { window: 60, max: 30 },
      '/two-factor/verify-totp': { window: 60, max: 60 },
      '/two-factor/disable': { window: 60, max: 60 },
    })
  })

  test('accepts the signed bearer token but not the unsigned one of the database', async () => {
    const user = await app.buildUser()
    const { headers } = await signIn(new Caller(app.url), user.email, user.password)
    const signed = headers.get('set-auth-token') ?? ''
    const [row] = await app.services.db.asSystem((tx) => tx.select().from(sessions).where(eq(sessions.userId, user.id)))
    const me = (token: string) => fetch(`${app.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await me(signed)).status).toBe(200)
    expect((await me(row?.token ?? '')).status).toBe(401)
    expect((await me(`${row?.token}.${'A'.repeat(43)}`)).status).toBe(401)
  })

  test('ends a session 30 days after sign-in, even if it is used', async () => {
    const user = await app.buildUser()
    const created = new Date(Date.now() - 31 * 24 * 3600 * 1000)
    await app.services.db.asSystem((tx) => tx.update(sessions).set({ createdAt: created }).where(eq(sessions.userId, user.id)))
    expect((await user.call('GET', '/api/v1/me')).status).toBe(401)
    await expectNoSession(user)
  })
})

/** By the accounts library's own paths, where it would find and renew this session. */
async function expectNoSession(caller: Caller): Promise<void> {
  const { userId } = caller
  caller.userId = null
  expect(await caller.call('GET', '/api/auth/get-session')).toMatchObject({ status: 200, body: null })
  caller.userId = userId
  const changes: [string, unknown][] = [
    ['/update-user', { name: 'Other' }],
    ['/change-password', { currentPassword: 'x'.repeat(10), newPassword: 'vertical slides' }],
    ['/revoke-other-sessions', {}],
    ['/demo/keep', { email: 'other@example.org', password: 'vertical slides' }],
  ]
  for (const [path, body] of changes) expect([path, (await caller.call('POST', `/api/auth${path}`, body)).status]).toEqual([path, 401])
}

describe('an invalid form', () => {
  test.each([
    ['', 'abc', 'Please fill in all fields'],
    ['a@example.org', 'abc', 'Password must be at least 6 characters'],
    ['a@example.org', 'iloveyou', 'This password is one of the most common ones and easy to guess. Please choose another.'],
    ['a@example.org', 'PASSWORD', 'This password is one of the most common ones and easy to guess. Please choose another.'],
    ['a@example.org', 'x'.repeat(129), 'Password must be at most 128 characters'],
  ])('is rejected: %j with %j: %s', async (email, password, text) => {
    const { status, body } = await app.anonymous.call('POST', '/api/auth/sign-up/email', { email, password, name: '' })
    expect(status).toBe(400)
    expect(message(body).message).toBe(text)
  })

  test('is rejected at sign-in for its length', async () => {
    expect(message((await signIn(app.anonymous, 'a@example.org', 'abc')).body).message).toBe('Password must be at least 6 characters')
  })

  test('names an existing account at sign-up; other errors reveal nothing about accounts', async () => {
    const user = await app.buildUser()
    const again = await app.anonymous.call('POST', '/api/auth/sign-up/email', { email: user.email, password: 'another fine one' })
    expect(message(again.body).message).toBe('An account with this email already exists. Please sign in instead.')
    const wrong = await signIn(app.anonymous, user.email, 'not the password')
    const unknown = await signIn(app.anonymous, 'nobody@example.org', 'not the password')
    expect(wrong.status).toBe(401)
    expect(message(wrong.body).message).toBe('Invalid email or password. Please check your credentials.')
    expect(unknown.body).toEqual(wrong.body)
  })

  test('does not store unknown fields', async () => {
    const extra = { emailVerified: true, id: 'chosen', proPlan: true, pro_plan: true, role: 'admin', createdAt: '2000-01-01' }
    const { body } = await app.anonymous.call<{ user: Record<string, unknown> }>('POST', '/api/auth/sign-up/email', {
      email: 'eve@example.org',
      password: 'a good password',
      ...extra,
    })
    expect(body.user).toMatchObject({ emailVerified: false, name: 'eve' })
    expect(body.user['id']).not.toBe('chosen')
  })
})

describe('sign-in rate limit', () => {
  test('counts by socket address, and by X-Forwarded-For only behind a trusted proxy', async () => {
    const keys = async () => (await app.services.db.asSystem((tx) => tx.select().from(rateLimits))).map((row) => row.key)
    const forged = app.anonymous.withHeaders({ 'x-forwarded-for': '203.0.113.9', 'x-ninesixteen-client': '203.0.113.8' })
    await signIn(forged, 'a@example.org', 'abcdef')
    expect(await keys()).toContainEqual(expect.stringContaining('127.0.0.1'))
    expect((await keys()).join()).not.toContain('203.0.113')
  })
})

describe('cross-site requests', () => {
  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1'])(
    'from %s cannot sign in, sign out or change anything',
    async (origin) => {
      const user = await app.buildUser()
      const calls: [string, string, unknown][] = [
        ['POST', '/api/auth/sign-in/email', { email: user.email, password: user.password }],
        ['POST', '/api/auth/sign-out', {}],
        ['POST', '/api/v1/companies', { name: 'x' }],
      ]
      for (const [method, path, body] of calls) expect((await user.withHeaders({ origin }).call(method, path, body)).status).toBe(403)
      expect((await user.call('GET', '/api/v1/me')).status).toBe(200)
      expect(await user.api('GET', '/companies')).toEqual([])
    },
  )

  test('are rejected when sent as a text form or without an origin', async () => {
    const user = await app.buildUser()
    const body = JSON.stringify({ name: 'x' })
    const asText = await user.fetch('/api/v1/companies', { method: 'POST', headers: { 'content-type': 'text/plain' }, body })
    expect(asText.status).toBe(400)
    const unnamed = await fetch(`${app.url}/api/v1/companies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: user.cookieHeader },
      body,
    })
    expect(unnamed.status).toBe(403)
    expect(await user.api('GET', '/companies')).toEqual([])
  })
})

test('unused endpoints of the auth library do not exist', async () => {
  const user = await app.buildUser()
  for (const path of ['/change-email', '/delete-user', '/sign-in/social', '/error', '/list-accounts', '/ok']) {
    expect((await user.call('GET', `/api/auth${path}`)).status, path).toBe(404)
    expect((await user.call('POST', `/api/auth${path}`, {})).status, path).toBe(404)
  }
})
