// @module-tag long

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { users } from '../db/schema-accounts.ts'
import { signInAttempts } from '../db/schema-second-factor.ts'
import { Caller, startTestApp, type Answer, type TestApp, type TestUser } from '../testing/app.ts'
import { countAttempt, refundAttempt } from './sign-in-attempts.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  // The proxy appends the last address of the header; the caller controls everything before.
  app = await startTestApp({ trustProxy: true })
  user = await app.buildUser()
})

const WRONG = 'not the password'
type Guess = (at: number) => Promise<Answer<ErrorBody>>

const from = (address: string, caller = new Caller(app.url)) => caller.withHeaders({ 'x-forwarded-for': address })
const signIn = (caller: Caller, password = WRONG, email = user.email) =>
  caller.call<ErrorBody>('POST', '/api/auth/sign-in/email', { email, password })
const inSession = (address: string, path: string, body: object) => from(address, user).call<ErrorBody>('POST', path, body)
/** Whether the password was compared: other refusals come earlier. */
const isChecked = ({ status, body }: Answer<ErrorBody>) =>
  status < 300 || ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'PASSWORD_WRONG'].includes(body.error.code)

async function checksOf(guesses: readonly Guess[], rounds: number): Promise<number> {
  let checks = 0
  for (let at = 0; at < rounds; at++)
    for (const guess of guesses) {
      const response = await guess(at)
      if (isChecked(response)) checks++
      else expect([response.status, response.body.error.code]).toEqual([429, 'RATE_LIMITED'])
    }
  return checks
}

/** Guesses by unauthenticated callers, who only know the address. */
const anonymousGuesses: Record<string, Guess> = {
  'many addresses': (at) => signIn(from(`198.51.100.${at + 1}`)),
  'many IPv6 networks': (at) => signIn(from(`2001:db8:${at + 1}::1`)),
  'addresses of one IPv6 network': (at) => signIn(from(`2001:db8:ffff:ffff::${at + 1}`)),
  'headers that name the owner': (at) => signIn(from(`127.0.0.1, 10.0.0.${at + 1}, 203.0.113.${at + 1}`)),
  'an address spelt otherwise': (at) => signIn(from(`203.0.113.${at + 60}`), WRONG, ` ${at % 2 ? user.email.toUpperCase() : user.email} `),
  'a forged known-device cookie': (at) => {
    const browser = new Caller(app.url)
    browser.cookies.set('ninesixteen.device', `device.${'x'.repeat(43)}`)
    return signIn(from(`192.0.2.${at + 1}`, browser))
  },
}
/** Guesses within an open session. */
const inSessions: Record<string, Guess> = {
  'a new password': (at) =>
    inSession(`192.0.2.${at + 1}`, '/api/auth/change-password', { currentPassword: WRONG, newPassword: 'vertical slides' }),
  'a new email': (at) => inSession(`192.0.2.${at + 40}`, '/api/v1/me/email', { email: 'eve@example.org', password: WRONG }),
  'account deletion': (at) => inSession(`192.0.2.${at + 80}`, '/api/v1/me/delete', { password: WRONG }),
  'a passkey': (at) => inSession(`192.0.2.${at + 120}`, '/api/auth/passkey/generate-register-options', { password: WRONG }),
  'two-factor codes': (at) => inSession(`192.0.2.${at + 160}`, '/api/auth/two-factor/enable', { password: WRONG }),
  'turning codes off': (at) => inSession(`192.0.2.${at + 200}`, '/api/auth/two-factor/disable', { password: WRONG }),
  'recovery codes': async (at) => {
    // Only accounts with two-factor codes ask for one.
    await app.services.db.asSystem((tx) => tx.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, user.id)))
    return inSession(`192.0.2.${at + 240}`, '/api/auth/two-factor/generate-backup-codes', { password: WRONG })
  },
}

describe('an account allows ten password attempts in 15 minutes', () => {
  test.each(Object.entries({ ...anonymousGuesses, ...inSessions }))('through %s', async (_, guess) => {
    const checks = await checksOf([guess], 14)
    expect(checks).toBeGreaterThan(0)
    expect(checks).toBeLessThanOrEqual(10)
  })

  test('through all endpoints in turn', async () => {
    const checks = await checksOf([...Object.values(anonymousGuesses), ...Object.values(inSessions)], 3)
    expect(checks).toBe(10)
  })

  test('by anonymous callers first, then by a session', async () => {
    const checks = await checksOf(Object.values(anonymousGuesses), 3)
    expect(checks + (await checksOf(Object.values(inSessions), 2))).toBe(10)
  })

  test('through all endpoints concurrently', async () => {
    const guesses = [...Object.values(anonymousGuesses), ...Object.values(inSessions)]
    const responses = await Promise.all([...guesses, ...guesses].map((guess, at) => guess(at)))
    expect(responses.filter(isChecked).length).toBeLessThanOrEqual(10)
  })
})

test('attempts of anonymous callers do not lock the owner out of a known browser', async () => {
  expect(await checksOf([(at) => signIn(from(`198.51.100.${at + 1}`))], 20)).toBe(7)
  const refused = await signIn(from('198.51.100.99'), user.password)
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await signIn(from('198.51.100.98', user), user.password)).status).toBe(200)
  expect((await inSession('198.51.100.97', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
})

test('a correct password never counts as an attempt', async () => {
  for (let at = 0; at < 12; at++) expect((await signIn(from(`198.51.100.${at + 1}`), user.password)).status).toBe(200)
  for (let at = 0; at < 12; at++)
    expect((await inSession('192.0.2.1', '/api/auth/two-factor/enable', { password: user.password })).status).toBe(200)
})

test('attempts count the same for an address without an account', async () => {
  const counted = async (email: string) => {
    const responses: unknown[] = []
    for (let at = 0; at < 9; at++) {
      const { status, body } = await signIn(from(`198.51.100.${at + 1}`), WRONG, email)
      responses.push([status, status === 429 ? 'wait' : body])
    }
    return responses
  }
  expect(await counted('nobody@example.org')).toEqual(await counted(user.email))
})

describe('the attempt counter', () => {
  const one = { kind: 'password', email: 'ann@example.org', isKnown: false } as const
  const age = (by: string) =>
    app.services.db.asSystem((tx) => tx.update(signInAttempts).set({ triedAt: sql`${signInAttempts.triedAt} - ${by}::interval` }))

  test('uses a sliding window of 15 minutes', async () => {
    const { db } = app.services
    for (let at = 0; at < 6; at++) await countAttempt(db, one)
    await age('14 minutes')
    expect([await countAttempt(db, one), await countAttempt(db, one)]).toEqual([0, expect.any(Number)])
    expect(await countAttempt(db, one)).toBeLessThanOrEqual(60)
    await age('2 minutes')
    const outcomes: number[] = []
    for (let at = 0; at < 8; at++) outcomes.push(await countAttempt(db, one))
    expect(
      outcomes.filter((seconds) => seconds === 0),
      'one is still counted',
    ).toHaveLength(6)
  })

  test('does not last longer after the clock was set back', async () => {
    const { db } = app.services
    for (let at = 0; at < 7; at++) await countAttempt(db, one)
    await age('-3 hours')
    expect(await countAttempt(db, one)).toBeLessThanOrEqual(15 * 60)
  })

  test('counts per account and per kind', async () => {
    const { db } = app.services
    for (let at = 0; at < 9; at++) await countAttempt(db, one)
    expect(await countAttempt(db, { ...one, email: 'bo@example.org' })).toBe(0)
    expect(await countAttempt(db, { ...one, kind: 'code' })).toBe(0)
    await refundAttempt(db, one)
    expect(await countAttempt(db, one)).toBe(0)
    expect(await countAttempt(db, one)).toBeGreaterThan(0)
  })
})
