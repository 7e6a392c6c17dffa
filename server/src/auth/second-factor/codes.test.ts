import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Security } from '@ninesixteen/shared/api/security'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { rateLimits, sessions } from '../../db/schema-accounts.ts'
import { codeSecrets } from '../../db/schema-second-factor.ts'
import { Caller, startTestApp, type Answer, type TestApp, type TestUser } from '../../testing/app.ts'
import { codeOf, keyOf } from '../../testing/authenticator.ts'
import { readMails } from '../../testing/mailbox.ts'
import { AUTH_PATHS } from '../auth.ts'
import { turnCodesOff } from './own-codes.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser({ pro: false })
})

interface Enrollment {
  totpURI: string
  backupCodes: string[]
}

const auth = <T = ErrorBody>(caller: Caller, path: string, body: unknown) => caller.call<T>('POST', `/api/auth${path}`, body)
const failure = ({ status, body }: Answer<ErrorBody>) => [status, body.error.code]
const security = async (caller: Caller) => (await caller.api<Security>('GET', '/me/security')).codes
const me = async (caller: Caller) => (await caller.call('GET', '/api/v1/me')).status
const giveCode = (caller: Caller, code: string) => auth(caller, '/two-factor/verify-totp', { code })
const giveRecoveryCode = (caller: Caller, code: string) => auth(caller, '/two-factor/verify-backup-code', { code })
const forgetUsedCodes = () => app.services.db.asSystem((tx) => tx.delete(rateLimits).where(like(rateLimits.key, 'code:%')))

async function withCodes(): Promise<Enrollment> {
  const { body } = await auth<Enrollment>(user, '/two-factor/enable', { password: user.password })
  expect((await auth(user, '/two-factor/confirm', { code: codeOf(body.totpURI) })).status).toBe(200)
  await forgetUsedCodes()
  return body
}

/** After the right password. */
async function atSecondStep(caller = new Caller(app.url)): Promise<Caller> {
  const { status, body } = await auth(caller, '/sign-in/email', { email: user.email, password: user.password })
  expect([status, body]).toMatchObject([200, { twoFactorRedirect: true }])
  return caller
}

describe('turning codes on', () => {
  test('requires the password, and changes nothing before the first valid code', async () => {
    expect(failure(await auth(user, '/two-factor/enable', { password: 'not the password' }))).toEqual([400, 'INVALID_PASSWORD'])
    const { body } = await auth<Enrollment>(user, '/two-factor/enable', { password: user.password })
    expect(new URL(body.totpURI).searchParams.get('issuer')).toBe('Ninesixteen')
    expect(body.backupCodes).toHaveLength(10)
    for (const code of body.backupCodes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{12}$/)
    expect(await security(user)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect((await auth(new Caller(app.url), '/sign-in/email', user)).body).toHaveProperty('token')
    expect(failure(await auth(user, '/two-factor/confirm', { code: '000000' }))).toEqual([400, 'INVALID_CODE'])
    expect((await auth(user, '/two-factor/confirm', { code: codeOf(body.totpURI) })).status).toBe(200)
    expect(await security(user)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  })

  test('keeps the other sessions and issues this one a new token', async () => {
    const other = new Caller(app.url)
    await auth(other, '/sign-in/email', { email: user.email, password: user.password })
    const stolen = user.withHeaders({})
    await withCodes()
    expect([await me(user), await me(other), await me(stolen)]).toEqual([200, 200, 401])
  })

  test('is reported by mail once, not at later sign-ins', async () => {
    const { totpURI } = await withCodes()
    const subjects = async () => (await readMails(app)).map(({ to, subject }) => [to, subject])
    const notification = [user.email, 'Codes were turned on for your account at Ninesixteen']
    expect(await subjects()).toEqual([notification])
    expect((await giveCode(await atSecondStep(user.withHeaders({})), codeOf(totpURI))).status).toBe(200)
    expect((await subjects()).filter(([, subject]) => subject === notification[1])).toHaveLength(1)
  })

  test('happens once: the secret is not displayed or created again', async () => {
    await withCodes()
    expect((await auth(user, '/two-factor/enable', { password: user.password })).status).toBe(400)
    expect((await user.call('POST', '/api/auth/two-factor/get-totp-uri', { password: user.password })).status).toBe(404)
  })
})

describe('signing in with codes on', () => {
  test('creates no session before the code', async () => {
    const { totpURI } = await withCodes()
    const previousCount = await app.services.db.asSystem((tx) => tx.$count(sessions))
    const response = await new Caller(app.url).fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email, password: user.password }),
    })
    const tokens = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('ninesixteen.session_token='))
    expect([response.headers.get('set-auth-token'), await response.json()]).toMatchObject([null, { twoFactorRedirect: true }])
    expect(response.headers.getSetCookie().join(), 'nor is the browser known').not.toContain('ninesixteen.device')
    for (const cookie of tokens) {
      const holder = new Caller(app.url)
      holder.cookies.set('ninesixteen.session_token', cookie.split(/[=;]/)[1] ?? '')
      expect(await me(holder)).toBe(401)
    }
    expect(await app.services.db.asSystem((tx) => tx.$count(sessions))).toBe(previousCount)

    const browser = await atSecondStep()
    expect(await me(browser)).toBe(401)
    expect(failure(await giveCode(browser, '000000'))).toEqual([401, 'INVALID_CODE'])
    expect((await giveCode(browser, codeOf(totpURI))).status).toBe(200)
    expect(await me(browser)).toBe(200)
  })

  test('accepts a code once, in any spelling, in one of two browsers', async () => {
    const { totpURI } = await withCodes()
    const [first, second] = [await atSecondStep(), await atSecondStep()]
    const code = codeOf(totpURI)
    const outcomes = await Promise.all([giveCode(first, `${code.slice(0, 3)} ${code.slice(3)}`), giveCode(second, code)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await giveCode(await atSecondStep(), codeOf(totpURI, 1))).status).toBe(200)
  })

  test('accepts a recovery code once, in any spelling, and none of a replaced list', async () => {
    const { backupCodes } = await withCodes()
    const [code = '', other = ''] = backupCodes
    expect((await giveRecoveryCode(await atSecondStep(), ` ${code.slice(0, 4)}-${code.slice(4).toUpperCase()} `)).status).toBe(200)
    expect(failure(await giveRecoveryCode(await atSecondStep(), code))).toEqual([401, 'INVALID_BACKUP_CODE'])
    expect(await security(user)).toEqual({ isOn: true, recoveryCodesLeft: 9 })
    const [one, two] = [await atSecondStep(), await atSecondStep()]
    const outcomes = await Promise.all([giveRecoveryCode(one, other), giveRecoveryCode(two, other)])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)

    expect(failure(await auth(user, '/two-factor/generate-backup-codes', { password: 'not the password' }))).toEqual([
      400,
      'INVALID_PASSWORD',
    ])
    const regenerated = await auth<Enrollment>(user, '/two-factor/generate-backup-codes', { password: user.password })
    expect((await giveRecoveryCode(await atSecondStep(), backupCodes[5] ?? '')).status).toBe(401)
    expect((await giveRecoveryCode(await atSecondStep(), regenerated.body.backupCodes[5] ?? '')).status).toBe(200)
  })

  test('requires the password first, in the same browser and recently', async () => {
    const { totpURI } = await withCodes()
    expect(failure(await giveCode(new Caller(app.url), codeOf(totpURI)))).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
    const browser = await atSecondStep()
    const step = new Map(browser.cookies)
    expect((await giveCode(browser, codeOf(totpURI))).status).toBe(200)
    const again = new Caller(app.url)
    step.forEach((value, name) => again.cookies.set(name, value))
    expect(failure(await giveCode(again, codeOf(totpURI, 1))), 'a step is good for one session').toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
  })

  test("does not affect another user's session", async () => {
    const { totpURI } = await withCodes()
    const other = await app.buildUser()
    expect((await giveCode(other, codeOf(totpURI))).status).toBe(401)
    const browser = await atSecondStep(other.withHeaders({}))
    expect((await giveCode(browser, codeOf(totpURI, 1))).status).toBe(200)
    expect(await browser.api('GET', '/me')).toMatchObject({ id: user.id })
  })

  test('no other auth endpoint creates a session with the password alone', { tags: ['long'] }, async () => {
    await withCodes()
    for (const path of AUTH_PATHS) {
      const browser = new Caller(app.url)
      await browser.fetch(`/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: user.email, password: user.password, name: 'x' }),
      })
      const { body } = await browser.call<{ id: string }>('GET', '/api/v1/me')
      expect(body.id, path).not.toBe(user.id)
    }
  })
})

describe('guessing codes', () => {
  test('is limited to ten attempts across both kinds, while the owner can still sign in', async () => {
    const { totpURI, backupCodes } = await withCodes()
    // The owner's browser has signed in before.
    const steps: Caller[] = []
    while (steps.length < 14) steps.push(await atSecondStep())
    const own = await atSecondStep(user.withHeaders({}))
    const guesses = await Promise.all(
      steps.map((step, at) => (at % 2 ? giveCode(step, `00000${at % 10}`) : giveRecoveryCode(step, 'wrong'))),
    )
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4)
    expect((await giveRecoveryCode(await atSecondStep(), backupCodes[0] ?? '')).status).toBe(429)
    expect((await giveCode(own, codeOf(totpURI))).status).toBe(200)
  })

  test('is limited to five attempts per sign-in step', async () => {
    const { totpURI } = await withCodes()
    const step = await atSecondStep()
    for (const code of ['000001', '000002', '000003', '000004', '000005']) expect((await giveCode(step, code)).status).toBe(401)
    const laterAttempt = await giveCode(step, codeOf(totpURI))
    expect([laterAttempt.status, laterAttempt.body.error.message]).toEqual([400, 'This sign-in took too long. Enter your password again.'])
  })
})

describe('turning codes off', () => {
  test('requires the password and deletes secret and recovery codes', async () => {
    await withCodes()
    expect(failure(await auth(user, '/two-factor/disable', { password: 'not the password' }))).toEqual([400, 'INVALID_PASSWORD'])
    expect((await auth(user, '/two-factor/disable', { password: user.password })).status).toBe(200)
    expect([await me(user), await security(user)]).toEqual([200, { isOn: false, recoveryCodesLeft: 0 }])
    expect(await app.services.db.asSystem((tx) => tx.select().from(codeSecrets))).toEqual([])
    expect((await auth(new Caller(app.url), '/sign-in/email', user)).body).toHaveProperty('token')
  })

  test('is reported to the user by mail, with its origin', async () => {
    await withCodes()
    await auth(user, '/two-factor/disable', { password: 'not the password' })
    const sentOff = async () =>
      (await readMails(app)).filter(({ subject }) => subject === 'Codes were turned off for your account at Ninesixteen')
    expect(await sentOff()).toEqual([])
    await auth(user, '/two-factor/disable', { password: user.password })
    expect(await sentOff()).toMatchObject([{ to: user.email }])
  })

  test('can be done by the operator: the password signs in, and all sessions end', async () => {
    await withCodes()
    const off = () => app.services.db.asSystem((tx) => turnCodesOff(tx, user.id))
    expect([await off(), await off()]).toEqual([true, false])
    expect(await me(user)).toBe(401)
    expect(await app.services.db.asSystem((tx) => tx.select().from(codeSecrets))).toEqual([])
    const browser = new Caller(app.url)
    expect((await auth(browser, '/sign-in/email', user)).body).toHaveProperty('token')
    expect([await me(browser), await security(browser)]).toEqual([200, { isOn: false, recoveryCodesLeft: 0 }])
  })
})

test('a password reset keeps codes on', async () => {
  const { totpURI } = await withCodes()
  expect((await auth(user, '/change-password', { currentPassword: user.password, newPassword: 'vertical slides' })).status).toBe(200)
  user.password = 'vertical slides'
  expect((await giveCode(await atSecondStep(), codeOf(totpURI))).status).toBe(200)
})

test('secrets are encrypted in the database and deleted with the account', async () => {
  const { totpURI, backupCodes } = await withCodes()
  const [row] = await app.services.db.asSystem((tx) => tx.select().from(codeSecrets).where(eq(codeSecrets.userId, user.id)))
  const stored = JSON.stringify(row)
  for (const secret of [new URL(totpURI).searchParams.get('secret') ?? '', keyOf(totpURI).toString(), ...backupCodes])
    expect(stored).not.toContain(secret)
  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
  expect(await app.services.db.asSystem((tx) => tx.select().from(codeSecrets))).toEqual([])
})
