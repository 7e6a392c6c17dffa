import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { lastLinkTo, lastMailTo, readMails } from '../testing/mailbox.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser({ email: 'ann@example.org' })
})

const post = <T = unknown>(path: string, body: unknown, caller = new Caller(app.url)) => caller.call<T>('POST', `/api/auth${path}`, body)
const signIn = (password: string, caller = new Caller(app.url)) => post('/sign-in/email', { email: user.email, password }, caller)
const me = async (caller: Caller) => (await caller.call('GET', '/api/v1/me')).status
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error: { message: string } }).error.message]
const subjects = async () => (await readMails(app)).map(({ subject }) => subject)

async function requestLink(): Promise<string> {
  expect((await post('/recovery', { email: user.email })).status).toBe(200)
  return lastLinkTo(app, user.email)
}

describe('a forgotten password', () => {
  test('is replaced through the mailed link once; every session ends, and a mail reports it', async () => {
    const link = await requestLink()
    expect((await lastMailTo(app, user.email)).href).toMatch(/^\/auth\/recover\?token=/)
    const set = (newPassword: string) => post('/recovery/password', { token: link, newPassword })
    expect(errorOf(await set('short'))).toEqual([400, 'Password must be at least 6 characters'])
    expect(errorOf(await set('iloveyou'))[1]).toMatch(/^This password is one of the most common ones/)
    expect(errorOf(await set('x'.repeat(129)))).toEqual([400, 'Password must be at most 128 characters'])
    expect(await me(user)).toBe(200)
    expect((await set('a new password')).status).toBe(200)
    expect(await me(user)).toBe(401)
    expect([(await signIn(user.password)).status, (await signIn('a new password')).status]).toEqual([401, 200])
    expect(errorOf(await set('another one again'))).toEqual([400, 'This link has expired or was already used. Request a new one.'])
    expect(await subjects()).toContain('Your password at Ninesixteen was changed')
    const [row] = await app.services.db.asSystem((tx) => tx.select().from(users).where(eq(users.id, user.id)))
    expect(row?.emailVerified, 'who had the mail has the address').toBe(true)
  })

  test('is set by only one of two concurrent uses of a link', async () => {
    const link = await requestLink()
    const outcomes = await Promise.all(
      ['first of two', 'second of two'].map((newPassword) => post('/recovery/password', { token: link, newPassword })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('cannot be set by a link after the password or the address changed', async () => {
    const link = await requestLink()
    await user.call('POST', '/api/auth/change-password', { currentPassword: user.password, newPassword: 'changed meanwhile' })
    expect((await post('/recovery/password', { token: link, newPassword: 'a new password' })).status).toBe(400)
    const second = await requestLink()
    await user.api('POST', '/me/email', { email: 'new@example.org', password: 'changed meanwhile' })
    expect((await post('/recovery/password', { token: second, newPassword: 'a new password' })).status).toBe(400)
  })

  test('can be recovered by mail after too many attempts', { tags: ['long'] }, async () => {
    for (let guess = 0; guess < 11; guess += 1) await signIn('a wrong one')
    expect((await signIn(user.password)).status).toBe(429)
    await post('/recovery/password', { token: await requestLink(), newPassword: 'a new password' })
    expect((await signIn('a new password')).status).toBe(200)
  })

  test('can be requested without revealing accounts or flooding a mailbox', { tags: ['long'] }, async () => {
    const request = async (email: string) => {
      const { status, body, headers } = await post('/recovery', { email })
      return JSON.stringify([status, body, [...headers.keys()].toSorted()])
    }
    const responses = [await request(user.email), await request('nobody@example.org')]
    expect(responses[0]).toBe(responses[1])
    for (let time = 0; time < 4; time += 1) await Promise.all([request(user.email), request('nobody@example.org')])
    const refused = await Promise.all([post('/recovery', { email: user.email }), post('/recovery', { email: 'nobody@example.org' })])
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect(await readMails(app)).toHaveLength(5)
  })

  describe('stays recoverable while others request mails', () => {
    beforeEach(async () => {
      app = await startTestApp({ trustProxy: true })
      user = await app.buildUser({ email: 'ann@example.org' })
    })
    const request = async (path: string, address: string, caller = new Caller(app.url)) =>
      (await post(path, { email: user.email }, caller.withHeaders({ 'x-forwarded-for': address }))).status
    const recoveries = async () => (await readMails(app)).filter(({ subject }) => subject.startsWith('Set a new password')).length

    test('of another kind from the same network', { tags: ['long'] }, async () => {
      const again: number[] = []
      for (let time = 0; time < 7; time += 1) again.push(await request('/confirm-email/again', '203.0.113.7'))
      expect(again).toEqual([200, 200, 200, 200, 200, 429, 429])
      expect(await request('/recovery', '203.0.113.7')).toBe(200)
      expect(await recoveries()).toBe(1)
    })

    test('from another network, and beyond 20 mails from a known browser', { tags: ['long'] }, async () => {
      for (let time = 0; time < 6; time += 1) await request('/recovery', '203.0.113.7')
      expect(await request('/recovery', '198.51.100.1')).toBe(200)
      // Many networks together can't flood the mailbox either.
      for (let network = 2; network < 30; network += 1) await request('/recovery', `198.51.100.${network}`)
      expect(await request('/recovery', '198.51.100.99')).toBe(429)
      expect(await recoveries()).toBe(20)
      expect((await signIn(user.password, user)).status).toBe(200)
      expect(await request('/recovery', '203.0.113.7', user)).toBe(200)
      expect(await recoveries()).toBe(21)
    })
  })

  test('makes the browser that set it known, so attempts elsewhere do not block it', { tags: ['long'] }, async () => {
    const browser = new Caller(app.url)
    await post('/recovery/password', { token: await requestLink(), newPassword: 'a new password' }, browser)
    for (let guess = 0; guess < 8; guess += 1) await signIn('a wrong one')
    expect((await signIn('a new password')).status).toBe(429)
    expect((await signIn('a new password', browser)).status).toBe(200)
  })
})

describe('security mails report', () => {
  test('a changed password', async () => {
    const agent = user.withHeaders({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' })
    await agent.call('POST', '/api/auth/change-password', { currentPassword: user.password, newPassword: 'a new password' })
    const { subject, text } = await lastMailTo(app, user.email)
    expect(subject).toBe('Your password at Ninesixteen was changed')
    expect(text).toMatch(/by Firefox on Linux at the network address 127\.0\.0\.1/)
  })

  test('a sign-in from a new browser but not from a known one, even if users share it', async () => {
    expect((await signIn(user.password, user)).status).toBe(200)
    expect(await subjects()).toEqual([])
    const elsewhere = new Caller(app.url)
    expect((await signIn(user.password, elsewhere)).status).toBe(200)
    expect(await subjects()).toEqual(['A new sign-in to your account at Ninesixteen'])
    const bo = await app.buildUser({ email: 'bo@example.org' })
    expect((await post('/sign-in/email', { email: bo.email, password: bo.password }, elsewhere)).status).toBe(200)
    expect(await subjects()).toHaveLength(2)
    for (const { email, password } of [user, bo, user]) await post('/sign-in/email', { email, password }, elsewhere)
    expect(await subjects()).toHaveLength(2)
  })
})

test('signing out everywhere ends all sessions of the current user only', async () => {
  const [second, third] = [new Caller(app.url), new Caller(app.url)]
  await signIn(user.password, second)
  await signIn(user.password, third)
  const stolen = second.withHeaders({})
  stolen.userId = 'somebody-else'
  expect((await stolen.call('POST', '/api/auth/sign-out', { everywhere: true })).status).toBe(409)
  expect((await second.call('POST', '/api/auth/sign-out', { everywhere: true })).status).toBe(200)
  expect([await me(user), await me(second), await me(third)]).toEqual([401, 401, 401])
})
