import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { openSignedToken, storedToken } from './session-token.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

const COOKIE = 'ninesixteen.session_token'
const me = async (caller: Caller) => (await caller.call('GET', '/api/v1/me')).status
const rows = () => app.services.db.asSystem((tx) => tx.select().from(sessions).where(eq(sessions.userId, user.id)))

/** The browser's token, without its signature. */
function tokenOf(caller: Caller): string {
  return decodeURIComponent(caller.cookies.get(COOKIE) ?? '').split('.')[0] ?? ''
}

async function signedInAgain(): Promise<Caller> {
  const caller = new Caller(app.url)
  const { status } = await caller.call('POST', '/api/auth/sign-in/email', { email: user.email, password: user.password })
  expect(status).toBe(200)
  return caller
}

/** Another browser with the same cookies. */
function copyOf(caller: Caller): Caller {
  return caller.withHeaders({})
}

function withCookie(value: string): Caller {
  const caller = new Caller(app.url)
  caller.cookies.set(COOKIE, encodeURIComponent(value))
  return caller
}

describe('a stored session', () => {
  test('holds only the hash of its token, which does not sign in', async () => {
    const [row] = await rows()
    const token = tokenOf(user)
    expect(token).toMatch(/^\w{32}$/)
    expect(row?.token).toBe(`sha256.${createHash('sha256').update(token).digest('hex')}`)
    expect(JSON.stringify(row)).not.toContain(token)
    const signature = decodeURIComponent(user.cookies.get(COOKIE) ?? '').split('.')[1]
    for (const value of [row?.token ?? '', `${row?.token}.${signature}`, token, `${token}.${'A'.repeat(43)}=`])
      expect(await me(withCookie(value)), value).toBe(401)
    expect(await me(withCookie(`${token}.${signature}`))).toBe(200)
  })

  test('is found by the auth library: sign-out, ending others and a new password end it', async () => {
    const [second, third] = [await signedInAgain(), await signedInAgain()]
    const stolen = copyOf(second)
    await second.call('POST', '/api/auth/sign-out', {})
    expect([await me(user), await me(stolen), await me(third)]).toEqual([200, 401, 200])
    expect((await user.call('POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200)
    expect([await me(user), await me(third)]).toEqual([200, 401])
    const fourth = await signedInAgain()
    const words = { currentPassword: user.password, newPassword: 'vertical slides' }
    expect((await user.call('POST', '/api/auth/change-password', words)).status).toBe(200)
    expect([await me(user), await me(fourth)]).toEqual([200, 401])
    expect((await user.call('GET', '/api/auth/get-session')).body).toMatchObject({ user: { id: user.id } })
  })

  test('of an earlier version is replaced by a hash without signing the user out', async () => {
    const token = tokenOf(user)
    await app.services.db.asSystem((tx) => tx.update(sessions).set({ token }).where(eq(sessions.userId, user.id)))
    expect(await me(user)).toBe(401)
    const migration = await readFile(join(import.meta.dirname, '../../drizzle/0008_hashed_session_tokens.sql'), 'utf8')
    for (const time of ['once', 'again']) {
      await app.services.db.asSystem((tx) => tx.execute(sql.raw(migration)))
      expect([(await rows())[0]?.token, time]).toEqual([storedToken(token), time])
    }
    expect(await me(user)).toBe(200)
  })
})

test('an active session is extended once a day together with its cookie', async () => {
  const response = await user.fetch('/api/v1/me')
  expect(response.headers.getSetCookie()).toEqual([])
  const inFiveDays = new Date(Date.now() + 5 * 24 * 3600 * 1000)
  await app.services.db.asSystem((tx) => tx.update(sessions).set({ expiresAt: inFiveDays }).where(eq(sessions.userId, user.id)))
  const prolonged = await user.fetch('/api/v1/me')
  expect(prolonged.headers.getSetCookie().join()).toMatch(/session_token=.+Max-Age=604800/)
  expect((await rows())[0]?.expiresAt.getTime()).toBeGreaterThan(inFiveDays.getTime() + 24 * 3600 * 1000)
  expect(await me(user)).toBe(200)
})

test('an expired session does not authenticate', async () => {
  await app.services.db.asSystem((tx) =>
    tx
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, user.id)),
  )
  expect(await me(user)).toBe(401)
})

test('changing the address ends the other sessions', async () => {
  const other = await signedInAgain()
  expect((await user.call('POST', '/api/v1/me/email', { email: 'new@example.org', password: user.password })).status).toBe(200)
  expect([await me(user), await me(other)]).toEqual([200, 401])
})

test('attempts on the old password are limited to ten across all addresses', async () => {
  const behindProxy = await startTestApp({ trustProxy: true })
  const owner = await behindProxy.buildUser()
  const guess = (number: number, currentPassword: string) =>
    owner
      .withHeaders({ 'x-forwarded-for': `198.51.100.${number}` })
      .call('POST', '/api/auth/change-password', { currentPassword, newPassword: 'vertical slides' })
  const outcomes: number[] = []
  for (let number = 1; number <= 12; number++) outcomes.push((await guess(number, 'a wrong one')).status)
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  expect((await guess(13, owner.password)).status).toBe(429)
})

test('only values signed by this instance open', () => {
  const signed = decodeURIComponent(user.cookies.get(COOKIE) ?? '')
  expect(openSignedToken(signed, 'another secret')).toBeNull()
  for (const value of ['', '.', 'abc', 'abc.', `.${'A'.repeat(43)}=`]) expect(openSignedToken(value, 'secret')).toBeNull()
})
