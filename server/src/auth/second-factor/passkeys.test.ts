import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Security } from '@ninesixteen/shared/api/security'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { users, verifications } from '../../db/schema-accounts.ts'
import { passkeys } from '../../db/schema-second-factor.ts'
import { Caller, startTestApp, type Answer, type TestApp, type TestUser } from '../../testing/app.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { enterDemo } from '../../testing/demo.ts'
import { readMails } from '../../testing/mailbox.ts'
import { passkeyHost } from './passkeys.ts'

const ORIGIN = 'https://studio.example.org'
type Options = Parameters<Authenticator['make']>[0] & { user: { name: string }; excludeCredentials: { id: string }[] }

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp({ publicUrl: ORIGIN, allowedHosts: ['127.0.0.1'] })
  user = await app.buildUser({ pro: false })
})

const begin = (caller: Caller, password: string) =>
  caller.call<Options & ErrorBody>('POST', '/api/auth/passkey/generate-register-options', { password })
const register = (caller: Caller, response: unknown, name = 'Laptop') =>
  caller.call<ErrorBody>('POST', '/api/auth/passkey/verify-registration', { name, response })
const requestChallenge = async (caller: Caller) =>
  (await caller.call<Options>('POST', '/api/auth/passkey/generate-authenticate-options', {})).body
const enter = (caller: Caller, response: unknown) => caller.call<ErrorBody>('POST', '/api/auth/passkey/verify-authentication', { response })
const security = (caller: Caller) => caller.api<Security>('GET', '/me/security')
const failure = ({ status, body }: Answer<ErrorBody>) => [status, body.error.code]

async function withPasskey(owner: TestUser): Promise<Authenticator> {
  const authenticator = new Authenticator(ORIGIN)
  const { body } = await begin(owner, owner.password)
  expect((await register(owner, authenticator.make(body))).status).toBe(200)
  return authenticator
}

test('a passkey is added, signs in without typing, and shows its last use', async () => {
  const authenticator = await withPasskey(user)
  expect((await security(user)).passkeys).toMatchObject([{ name: 'Laptop', isSynced: false, usedAt: null }])
  const browser = new Caller(app.url)
  const options = await requestChallenge(browser)
  expect(options).toMatchObject({ rpId: 'studio.example.org' })
  expect(JSON.stringify(options), 'nobody learns from it who has passkeys').not.toContain('allowCredentials')
  expect((await enter(browser, authenticator.sign(options))).status).toBe(200)
  expect(await browser.api('GET', '/me')).toMatchObject({ id: user.id })
  expect((await security(browser)).passkeys[0]?.usedAt).not.toBeNull()
  // Someone with an open session and the password could have added it.
  const added = (await readMails(app)).filter(({ subject }) => subject.includes('passkey'))
  expect(added).toMatchObject([{ to: user.email, subject: 'A passkey was added to your account at Ninesixteen' }])
})

test('adding a passkey requires the password and excludes existing ones', async () => {
  expect(failure(await begin(user, 'not the password'))).toEqual([403, 'PASSWORD_WRONG'])
  const authenticator = await withPasskey(user)
  const { body } = await begin(user, user.password)
  expect(body).toMatchObject({
    rp: { id: 'studio.example.org', name: 'Ninesixteen' },
    user: { name: user.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.id.toString('base64url') }],
  })
  for (const path of ['generate-register-options', 'generate-authenticate-options'])
    expect((await user.call('GET', `/api/auth/passkey/${path}`)).status, `GET ${path}`).toBe(404)
})

describe('a passkey response is rejected', () => {
  test('for another challenge, origin or host, without user verification, and when replayed', async () => {
    const authenticator = await withPasskey(user)
    const wrong = [
      { challenge: Buffer.from('another challenge').toString('base64url') },
      { origin: 'https://studio.example.org.evil.example' },
      { origin: 'http://localhost:3000' },
      { rpId: 'evil.example' },
      { userVerified: false },
    ]
    for (const departure of wrong) {
      const browser = new Caller(app.url)
      const response = await enter(browser, authenticator.sign(await requestChallenge(browser), departure))
      expect([response.status, browser.cookies.has('__Secure-ninesixteen.session_token')], JSON.stringify(departure)).toEqual([400, false])
    }
    expect(app.logged, 'what anybody can cause is no error').toEqual([])
    const browser = new Caller(app.url)
    const signed = authenticator.sign(await requestChallenge(browser))
    const challenge = new Map(browser.cookies)
    expect((await enter(browser, signed)).status).toBe(200)
    challenge.forEach((value, name) => browser.cookies.set(name, value))
    expect(failure(await enter(browser, signed))).toEqual([400, 'CHALLENGE_NOT_FOUND'])
  })

  test('in a browser that did not request it, or too late', async () => {
    const authenticator = await withPasskey(user)
    const [requester, other] = [new Caller(app.url), new Caller(app.url)]
    const signed = authenticator.sign(await requestChallenge(requester))
    await requestChallenge(other)
    expect((await enter(other, signed)).status).toBe(400)
    const past = { expiresAt: sql`now() - interval '1 second'` }
    await app.services.db.asSystem((tx) => tx.update(verifications).set(past))
    expect(failure(await enter(requester, signed))).toEqual([400, 'CHALLENGE_NOT_FOUND'])
  })

  test('for a registration that another user started or that was not unlocked', async () => {
    const other = await app.buildUser()
    const authenticator = new Authenticator(ORIGIN)
    const { body } = await begin(user, user.password)
    for (const [name, value] of user.cookies) if (name.includes('passkey')) other.cookies.set(name, value)
    expect((await register(other, authenticator.make(body))).status).toBe(400)
    const again = await begin(user, user.password)
    expect(failure(await register(user, authenticator.make(again.body, { userVerified: false })))).toEqual([400, 'PASSKEY_NOT_UNLOCKED'])
    expect([(await security(user)).passkeys, (await security(other)).passkeys]).toEqual([[], []])
  })

  test("for the registration of another account's id, without an error or change", async () => {
    const authenticator = await withPasskey(user)
    const other = await app.buildUser()
    const { body } = await begin(other, other.password)
    expect(failure(await register(other, authenticator.make(body)))).toEqual([409, 'PASSKEY_TAKEN'])
    expect([(await security(user)).passkeys.length, (await security(other)).passkeys.length]).toEqual([1, 0])
    expect(app.logged).toEqual([])
  })

  test('for a registration with another challenge or origin, without an error line', async () => {
    for (const departure of [{ challenge: Buffer.from('another').toString('base64url') }, { origin: 'https://evil.example' }]) {
      const { body } = await begin(user, user.password)
      const response = await register(user, new Authenticator(ORIGIN).make(body, departure))
      expect(failure(response)).toEqual([400, 'FAILED_TO_VERIFY_REGISTRATION'])
    }
    expect((await security(user)).passkeys).toEqual([])
    expect(app.logged).toEqual([])
  })

  test('when it is malformed or too large', async () => {
    const browser = new Caller(app.url)
    const signed = new Authenticator(ORIGIN).sign(await requestChallenge(browser))
    expect(failure(await enter(browser, signed))).toEqual([401, 'PASSKEY_NOT_FOUND'])
    for (const wrong of [{}, 'x', { ...signed, id: 'x'.repeat(2000) }, { ...signed, response: { ...signed.response, signature: 'ä' } }])
      expect((await enter(browser, wrong)).status).toBe(400)
  })
})

test('only the owner renames and removes a passkey, and a removed one does not sign in', async () => {
  const authenticator = await withPasskey(user)
  const other = await app.buildUser()
  const [passkey] = (await security(user)).passkeys
  const path = `/api/v1/me/passkeys/${passkey?.id}`
  expect((await other.call('PATCH', path, { name: 'Mine' })).status).toBe(404)
  expect((await other.call('DELETE', path)).status).toBe(404)
  expect((await user.call('PATCH', path, { name: '  Phone  ' })).status).toBe(204)
  expect((await security(user)).passkeys).toMatchObject([{ name: 'Phone' }])
  expect((await user.call('DELETE', path)).status).toBe(204)
  const browser = new Caller(app.url)
  expect(failure(await enter(browser, authenticator.sign(await requestChallenge(browser))))).toEqual([401, 'PASSKEY_NOT_FOUND'])
})

test('the number of passkeys per account is limited', async () => {
  const key = { publicKey: 'none', counter: 0, deviceType: 'singleDevice', backedUp: false, userId: user.id }
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...key, id: `key-${at}`, credentialID: `credential-${at}` }))
  await app.services.db.asSystem((tx) => tx.insert(passkeys).values(rows))
  expect(failure(await begin(user, user.password))).toEqual([409, 'ROWS_MAX'])
})

test('a demo cannot have passkeys', async () => {
  const demo = await enterDemo(app)
  expect(failure(await begin(demo, 'whatever it is'))).toEqual([403, 'DEMO_ACCOUNT'])
})

test("signing in replaces the browser's current session", async () => {
  const authenticator = await withPasskey(user)
  const browser = (await app.buildUser()).withHeaders({})
  expect((await enter(browser, authenticator.sign(await requestChallenge(browser)))).status).toBe(200)
  expect(await browser.api('GET', '/me')).toMatchObject({ id: user.id })
})

test('deleting an account deletes its passkeys and pending challenges', async () => {
  const authenticator = await withPasskey(user)
  await begin(user, user.password)
  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
  const remaining = await app.services.db.asSystem(async (tx) => [
    await tx.select().from(passkeys),
    await tx.select().from(users).where(eq(users.id, user.id)),
    (await tx.select().from(verifications)).filter(({ value }) => value.includes(user.id)),
  ])
  expect(remaining).toEqual([[], [], []])
  const browser = new Caller(app.url)
  expect((await enter(browser, authenticator.sign(await requestChallenge(browser)))).status).toBe(401)
})

test.each([
  ['https://studio.example.org', 'studio.example.org'],
  ['https://studio.example.org:8443', 'studio.example.org'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', 'localhost'],
  ['http://[::1]:3000', 'localhost'],
])('passkeys at %s are bound to %s', async (publicUrl, host) => {
  expect(passkeyHost(publicUrl)).toBe(host)
})
