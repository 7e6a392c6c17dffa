import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions, users } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp } from '../testing/app.ts'
import { sendRaw } from '../testing/raw-http.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

const LONG = 'x'.repeat(10_000)
const credentials = { email: 'ann@example.org', password: 'a good password' }
const signUp = (form: object, caller = app.anonymous) =>
  caller.call<{ user: { id: string }; error: { message: string } }>('POST', '/api/auth/sign-up/email', form)

test('sign-up stores only name, email and password', async () => {
  const unknownFields = {
    image: `https://example.org/${LONG}`,
    callbackURL: `/${LONG}`,
    bio: LONG,
    createdAt: '2000-01-01',
    emailVerified: true,
  }
  const { status, body } = await signUp({ ...credentials, name: LONG.slice(0, 900), ...unknownFields })
  expect(status).toBe(200)
  const [row] = await app.services.db.asSystem((tx) => tx.select().from(users).where(eq(users.id, body.user.id)))
  expect(row).toMatchObject({ image: null, emailVerified: false })
  expect(JSON.stringify(row).length).toBeLessThan(600)
  expect(JSON.stringify(body).length).toBeLessThan(1000)
})

test.each([
  { email: `${LONG}@example.org` },
  { password: LONG },
  { name: LONG },
  { email: { $ne: '' } },
  { password: ['a good password'] },
])('%#: rejects a field that is too long or not text', async (wrong) => {
  const { status, body } = await signUp({ ...credentials, name: 'Ann', ...wrong })
  expect([status, body.error.message]).toEqual([400, `Some fields are not valid: ${Object.keys(wrong)[0]}`])
})

test('a long user agent is truncated', async () => {
  const agent = `Browser ${'x'.repeat(10_000)}`
  const { body } = await signUp({ ...credentials, name: 'Ann' }, app.anonymous.withHeaders({ 'user-agent': agent }))
  const rows = await app.services.db.asSystem((tx) => tx.select().from(sessions).where(eq(sessions.userId, body.user.id)))
  expect(rows.map(({ userAgent, ipAddress }) => [userAgent, ipAddress])).toEqual([[agent.slice(0, 300), '127.0.0.1']])
})

test('a forwarded address is stored without its IPv6 zone', async () => {
  const behind = await startTestApp({ trustProxy: true })
  const caller = new Caller(behind.url, { 'x-forwarded-for': `fe80::1%${'z'.repeat(5000)}` })
  const { body } = await signUp({ ...credentials, name: 'Ann' }, caller)
  const [row] = await behind.services.db.asSystem((tx) => tx.select().from(sessions).where(eq(sessions.userId, body.user.id)))
  expect(row?.ipAddress?.length).toBeLessThan(46)
})

test('callbackURL is ignored and never logged', async () => {
  const user = await app.buildUser()
  const elsewhere = [`https://evil.example/${LONG}`, `//evil.example/`, '/studio']
  for (const callbackURL of elsewhere) {
    const form = { email: user.email, password: user.password, callbackURL, errorCallbackURL: callbackURL, redirectTo: callbackURL }
    const response = await app.anonymous.call('POST', '/api/auth/sign-in/email', form)
    expect([response.status, response.headers.get('location'), JSON.stringify(response.body).includes('evil')]).toEqual([200, null, false])
  }
  const query = `callbackURL=https://evil.example/${'x'.repeat(10_000)}`
  expect((await app.anonymous.call('POST', `/api/auth/sign-in/email?${query}`, credentials)).status).toBe(401)
  expect(app.logged.join('')).toBe('')
})

test('logs at most a short line for a very long origin', async () => {
  const body = JSON.stringify(credentials)
  const lines = [
    'POST /api/auth/sign-in/email HTTP/1.1',
    `referer: http://evil.example/${'x'.repeat(10_000)}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  expect(await sendRaw(app.url, lines, body).status).toBe(403)
  expect(app.logged.join('').length).toBeLessThan(6000)
})
