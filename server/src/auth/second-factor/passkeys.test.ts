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
const keep = (caller: Caller, response: unknown, name = 'Laptop') =>
  caller.call<ErrorBody>('POST', '/api/auth/passkey/verify-registration', { name, response })
const ask = async (caller: Caller) => (await caller.call<Options>('POST', '/api/auth/passkey/generate-authenticate-options', {})).body
const enter = (caller: Caller, response: unknown) => caller.call<ErrorBody>('POST', '/api/auth/passkey/verify-authentication', { response })
const security = (caller: Caller) => caller.api<Security>('GET', '/me/security')
const failure = ({ status, body }: Answer<ErrorBody>) => [status, body.error.code]

async function withPasskey(owner: TestUser): Promise<Authenticator> {
  const authenticator = new Authenticator(ORIGIN)
  const { body } = await begin(owner, owner.password)
  expect((await keep(owner, authenticator.make(body))).status).toBe(200)
  return authenticator
}

test('a passkey is added, signs in without anything typed, and says when it was used', async () => {
  const authenticator = await withPasskey(user)
  expect((await security(user)).passkeys).toMatchObject([{ name: 'Laptop', isSynced: false, usedAt: null }])
  const browser = new Caller(app.url)
  const options = await ask(browser)
  expect(options).toMatchObject({ rpId: 'studio.example.org' })
  expect(JSON.stringify(options), 'nobody learns from it who has passkeys').not.toContain('allowCredentials')
  expect((await enter(browser, authenticator.sign(options))).status).toBe(200)
  expect(await browser.api('GET', '/me')).toMatchObject({ id: user.id })
  expect((await security(browser)).passkeys[0]?.usedAt).not.toBeNull()
  // Someone with an open session and the password could have added it.
  const added = (await readMails(app)).filter(({ subject }) => subject.includes('passkey'))
  expect(added).toMatchObject([{ to: user.email, subject: 'A passkey was added to your account at Ninesixteen' }])
})

test('adding one asks for the password, and says which ones there are already', async () => {
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

describe('what was signed is refused', () => {
  test('for another challenge, origin or name, without finger or PIN, and the second time', async () => {
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
      const answer = await enter(browser, authenticator.sign(await ask(browser), departure))
      expect([answer.status, browser.cookies.has('__Secure-ninesixteen.session_token')], JSON.stringify(departure)).toEqual([400, false])
    }
    expect(app.logged, 'what anybody can cause is no error').toEqual([])
    const browser = new Caller(app.url)
    const signed = authenticator.sign(await ask(browser))
    const challenge = new Map(browser.cookies)
    expect((await enter(browser, signed)).status).toBe(200)
    challenge.forEach((value, name) => browser.cookies.set(name, value))
    expect(failure(await enter(browser, signed))).toEqual([400, 'CHALLENGE_NOT_FOUND'])
  })

  test('in a browser that did not ask, or too late', async () => {
    const authenticator = await withPasskey(user)
    const [asked, other] = [new Caller(app.url), new Caller(app.url)]
    const signed = authenticator.sign(await ask(asked))
    await ask(other)
    expect((await enter(other, signed)).status).toBe(400)
    const past = { expiresAt: sql`now() - interval '1 second'` }
    await app.services.db.asSystem((tx) => tx.update(verifications).set(past))
    expect(failure(await enter(asked, signed))).toEqual([400, 'CHALLENGE_NOT_FOUND'])
  })

  test('for a new passkey that another user began, or that is not unlocked', async () => {
    const other = await app.buildUser()
    const authenticator = new Authenticator(ORIGIN)
    const { body } = await begin(user, user.password)
    for (const [name, value] of user.cookies) if (name.includes('passkey')) other.cookies.set(name, value)
    expect((await keep(other, authenticator.make(body))).status).toBe(400)
    const again = await begin(user, user.password)
    expect(failure(await keep(user, authenticator.make(again.body, { userVerified: false })))).toEqual([400, 'PASSKEY_NOT_UNLOCKED'])
    expect([(await security(user)).passkeys, (await security(other)).passkeys]).toEqual([[], []])
  })

  test('for a new passkey whose id another account has: it stays the first one’s, and nothing fails', async () => {
    const authenticator = await withPasskey(user)
    const other = await app.buildUser()
    const { body } = await begin(other, other.password)
    expect(failure(await keep(other, authenticator.make(body)))).toEqual([409, 'PASSKEY_TAKEN'])
    expect([(await security(user)).passkeys.length, (await security(other)).passkeys.length]).toEqual([1, 0])
    expect(app.logged).toEqual([])
  })

  test('for a new passkey of another challenge or origin, without an error line', async () => {
    for (const departure of [{ challenge: Buffer.from('another').toString('base64url') }, { origin: 'https://evil.example' }]) {
      const { body } = await begin(user, user.password)
      const answer = await keep(user, new Authenticator(ORIGIN).make(body, departure))
      expect(failure(answer)).toEqual([400, 'FAILED_TO_VERIFY_REGISTRATION'])
    }
    expect((await security(user)).passkeys).toEqual([])
    expect(app.logged).toEqual([])
  })

  test('when it is no passkey at all, or a form of any length', async () => {
    const browser = new Caller(app.url)
    const signed = new Authenticator(ORIGIN).sign(await ask(browser))
    expect(failure(await enter(browser, signed))).toEqual([401, 'PASSKEY_NOT_FOUND'])
    for (const wrong of [{}, 'x', { ...signed, id: 'x'.repeat(2000) }, { ...signed, response: { ...signed.response, signature: 'ä' } }])
      expect((await enter(browser, wrong)).status).toBe(400)
  })
})

test('one is renamed and removed by its owner alone, and a removed one does not sign in', async () => {
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
  expect(failure(await enter(browser, authenticator.sign(await ask(browser))))).toEqual([401, 'PASSKEY_NOT_FOUND'])
})

test('there are so many at most', async () => {
  const key = { publicKey: 'none', counter: 0, deviceType: 'singleDevice', backedUp: false, userId: user.id }
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...key, id: `key-${at}`, credentialID: `credential-${at}` }))
  await app.services.db.asSystem((tx) => tx.insert(passkeys).values(rows))
  expect(failure(await begin(user, user.password))).toEqual([409, 'ROWS_MAX'])
})

test('a demo has none', async () => {
  const demo = await enterDemo(app)
  expect(failure(await begin(demo, 'whatever it is'))).toEqual([403, 'DEMO_ACCOUNT'])
})

test("signing in is independent of the browser's current session, and replaces it", async () => {
  const authenticator = await withPasskey(user)
  const browser = (await app.buildUser()).withHeaders({})
  expect((await enter(browser, authenticator.sign(await ask(browser)))).status).toBe(200)
  expect(await browser.api('GET', '/me')).toMatchObject({ id: user.id })
})

test('with the account its passkeys go, and what waits to be signed', async () => {
  const authenticator = await withPasskey(user)
  await begin(user, user.password)
  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
  const left = await app.services.db.asSystem(async (tx) => [
    await tx.select().from(passkeys),
    await tx.select().from(users).where(eq(users.id, user.id)),
    (await tx.select().from(verifications)).filter(({ value }) => value.includes(user.id)),
  ])
  expect(left).toEqual([[], [], []])
  const browser = new Caller(app.url)
  expect((await enter(browser, authenticator.sign(await ask(browser)))).status).toBe(401)
})

test.each([
  ['https://studio.example.org', 'studio.example.org'],
  ['https://studio.example.org:8443', 'studio.example.org'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', 'localhost'],
  ['http://[::1]:3000', 'localhost'],
])('at %s they are bound to %s', async (publicUrl, host) => {
  expect(passkeyHost(publicUrl)).toBe(host)
})
