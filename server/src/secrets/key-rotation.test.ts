import { randomBytes } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CalendarLink } from '@ninesixteen/shared/api/calendar-link'
import type { Invitation } from '@ninesixteen/shared/api/operator'
import { tokenOwner } from '../connections/account-rows.ts'
import { rateLimits, sessions } from '../db/schema-accounts.ts'
import { socialAccounts, userCredentials } from '../db/schema-connections.ts'
import { codeSecrets } from '../db/schema-second-factor.ts'
import { Caller, startTestApp, type TestApp, type TestSettings, type TestUser } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { lastLinkTo, readMails } from '../testing/mailbox.ts'
import { insertAccount, insertPost } from '../testing/seeded-posts.ts'
import { replaceLink, readLink } from '../posts/manual-posting/links.ts'
import { reencryptNow, reportKeys } from './key-commands.ts'
import { encryptedColumnSets } from '../bootstrap/encrypted-columns.ts'
import { reencrypt, reencryptJob } from './reencrypt.ts'
import type { Secrets } from '../config/secret-key.ts'

const reencryptAll = (services: TestApp['services'], options?: Parameters<typeof reencrypt>[1]) =>
  reencrypt({ ...services, columnSets: encryptedColumnSets(services) }, options)

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]
const BOSS = 'boss@example.org'

/** Processes on one database and one file store, each with its own secrets. */
async function startFleet() {
  const database = await testDatabase()
  const first = await startTestApp({ operators: [BOSS], secretKey: OLD, olderSecretKeys: [], database })
  const shared: TestDatabase = { ...database, drop: async () => undefined }
  const { store } = first.services
  const secondProcess = (secrets: Secrets, overrides: TestSettings = {}) =>
    startTestApp({ operators: [BOSS], store, database: shared, ...secrets, ...overrides })
  return { first, beside: secondProcess }
}

/** The same browser at another process. */
function at(app: TestApp, caller: Caller): Caller {
  const moved = new Caller(app.url)
  caller.cookies.forEach((value, name) => moved.cookies.set(name, value))
  moved.userId = caller.userId
  return moved
}

const auth = <T = unknown>(caller: Caller, path: string, body: unknown) => caller.call<T>('POST', `/api/auth${path}`, body)
const me = async (caller: Caller) => (await caller.call('GET', '/api/v1/me')).status
const photoStatus = async (app: TestApp, url: string) => (await fetch(new URL(url, app.url))).status
const forgetUsedCodes = ({ services }: TestApp) => services.db.asSystem((tx) => tx.delete(rateLimits).where(like(rateLimits.key, 'code:%')))

interface Codes {
  totpURI: string
  backupCodes: string[]
}

async function turnCodesOn(app: TestApp, user: TestUser): Promise<Codes> {
  const { body } = await auth<Codes>(user, '/two-factor/enable', { password: user.password })
  expect((await auth(user, '/two-factor/confirm', { code: codeOf(body.totpURI) })).status).toBe(200)
  await forgetUsedCodes(app)
  return body
}

/** Everything of a user that a process encrypts or signs. */
async function everythingOf(app: TestApp) {
  const [boss, user] = [await app.buildUser({ email: BOSS }), await app.buildUser()]
  const codes = await turnCodesOn(app, user)
  await user.api('PUT', '/credentials', { values: { 'openai.key': 'sk-mine-123456789', 'openai.model': 'mine' } })
  const calendar = await user.api<CalendarLink>('POST', '/calendar-link')
  const accountId = 'of-tiktok'
  const { sealer, db } = app.services
  const key = { userId: user.id, platform: 'tiktok', accountId }
  const account = await insertAccount(app, user, {
    accountId,
    accessToken: sealer.seal('the access', tokenOwner(key, 'access_token')),
    refreshToken: sealer.seal('the renewal', tokenOwner(key, 'refresh_token')),
  })
  const post = await insertPost(app, user)
  const byHand = { userId: user.id, postId: post.id }
  const expiresAt = new Date(Date.now() + 3_600_000)
  const manualLink = await db.asSystem((tx) => replaceLink(tx, sealer, { ...byHand, expiresAt }))
  const { filePath } = await user.buildPhoto()
  const [link = ''] = await user.api<string[]>('POST', '/files/urls', { paths: [filePath], variant: 'original' })
  const invitation = await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' })
  await auth(new Caller(app.url), '/recovery', { email: boss.email })
  const recovery = await lastLinkTo(app, boss.email)
  const invited = new URL(invitation.link ?? '').searchParams.get('invitation') ?? ''
  return { boss, user, codes, calendar, account, key, byHand, manualLink, picture: link, invited, recovery }
}

type Everything = Awaited<ReturnType<typeof everythingOf>>

/** The stored values, as a process reads them. */
async function readStored({ services }: TestApp, { user, account, key, byHand }: Everything, caller: Caller) {
  const { db, sealer, connections } = services
  const [row] = await db.asSystem((tx) => tx.select().from(socialAccounts).where(eq(socialAccounts.id, account.id)))
  return {
    me: await me(caller),
    keys: await connections.credentials.read(user.id, ['openai.key', 'openai.model']),
    calendar: await caller.api<CalendarLink>('GET', '/calendar-link'),
    access: sealer.open(row?.accessToken ?? '', tokenOwner(key, 'access_token')),
    renewal: sealer.open(row?.refreshToken ?? '', tokenOwner(key, 'refresh_token')),
    manualLink: (await db.asSystem((tx) => readLink(tx, sealer, byHand)))?.token,
    recoveryCodes: (await caller.api<{ codes: { recoveryCodesLeft: number } }>('GET', '/me/security')).codes.recoveryCodesLeft,
  }
}

test('after a rotation, sealed and signed values of the old secret work until none needs it', { tags: ['long'] }, async () => {
  const { first, beside: secondProcess } = await startFleet()
  const all = await everythingOf(first)
  const { user, boss, codes, recovery, invited } = all
  const stored = {
    me: 200,
    keys: { 'openai.key': 'sk-mine-123456789', 'openai.model': 'mine' },
    calendar: all.calendar,
    access: 'the access',
    renewal: 'the renewal',
    manualLink: all.manualLink,
    recoveryCodes: 10,
  }
  const turned = await secondProcess({ secretKey: NEW, olderSecretKeys: [OLD] }, { signUp: 'invited' })
  const here = at(turned, user)
  expect(await readStored(turned, all, here)).toEqual(stored)
  expect(await photoStatus(turned, all.picture)).toBe(200)

  // Signs in with the password here and a code there: the cookie in between is signed, too.
  const signIn = (caller: Caller) => auth(caller, '/sign-in/email', { email: user.email, password: user.password })
  for (const [path, code = ''] of [
    ['/two-factor/verify-totp', codeOf(codes.totpURI)],
    ['/two-factor/verify-backup-code', codes.backupCodes[0]],
  ] as const) {
    const half = at(first, user)
    expect((await signIn(half)).body).toMatchObject({ twoFactorRedirect: true })
    expect((await auth(at(turned, half), path, { code })).status, path).toBe(200)
  }
  await forgetUsedCodes(first)
  expect((await readMails(turned)).filter(({ subject }) => subject.startsWith('A new sign-in'))).toEqual([])
  expect((await turned.services.connections.credentials.read(user.id, ['openai.key']))['openai.key']).toBe('sk-mine-123456789')

  const bearer = new Caller(turned.url, { authorization: `Bearer ${user.cookies.get('ninesixteen.session_token')}` })
  expect((await bearer.call('GET', '/api/auth/get-session')).body).toMatchObject({ user: { id: user.id } })
  const signUp = { email: 'ann@example.org', password: 'a good password', invitation: invited }
  expect((await auth(new Caller(turned.url), '/sign-up/email', signUp)).status).toBe(200)
  const newPassword = { token: recovery, newPassword: 'a new password' }
  expect((await auth(new Caller(turned.url), '/recovery/password', newPassword)).status).toBe(200)
  expect(await me(at(turned, boss))).toBe(401)

  // A session in use gets a cookie of the new secret within a day.
  const inFiveDays = new Date(Date.now() + 5 * 24 * 3600 * 1000)
  await turned.services.db.asSystem((tx) => tx.update(sessions).set({ expiresAt: inFiveDays }).where(eq(sessions.userId, user.id)))
  const previousToken = here.cookies.get('ninesixteen.session_token')
  expect(await me(here)).toBe(200)
  expect(here.cookies.get('ninesixteen.session_token')?.split('.')[0]).toBe(previousToken?.split('.')[0])
  expect(here.cookies.get('ninesixteen.session_token')).not.toBe(previousToken)

  expect(await reportKeys(turned.services.config, turned.services.db, encryptedColumnSets)).toContain('7 still need SECRET_KEY_OLD')
  await turned.services.jobs.send(reencryptJob, {})
  expect(await turned.services.jobs.runDue()).toContain('seal-anew')
  expect(await reportKeys(turned.services.config, turned.services.db, encryptedColumnSets)).toContain(
    'The database no longer needs SECRET_KEY_OLD.',
  )

  const alone = await secondProcess({ secretKey: NEW, olderSecretKeys: [] })
  expect(await readStored(alone, all, at(alone, here))).toEqual({ ...stored, recoveryCodes: 9 })
  expect(await me(at(alone, user))).toBe(401)
  expect(await reportKeys(alone.services.config, alone.services.db, encryptedColumnSets)).toContain(
    'Everything is encrypted with SECRET_KEY.',
  )
  const again = at(alone, here)
  await signIn(again)
  expect((await auth(again, '/two-factor/verify-totp', { code: codeOf(codes.totpURI) })).status).toBe(200)
  // A signed URL of the older secret is invalid here.
  expect(await photoStatus(alone, all.picture)).toBe(403)
  await expect(reencryptNow(alone.services.config, alone.services.db, encryptedColumnSets)).rejects.toThrow('SECRET_KEY_OLD is not set')
})

test('rotation with traffic at an updated and an outdated process fails for no user', { tags: ['long'] }, async () => {
  const { first, beside: secondProcess } = await startFleet()
  const user = await first.buildUser()
  const codes = await turnCodesOn(first, user)
  // First every process accepts the new secret, then it becomes the current one in one process after another.
  const waiting = await secondProcess({ secretKey: OLD, olderSecretKeys: [NEW] })
  const turned = await secondProcess({ secretKey: NEW, olderSecretKeys: [OLD] })
  const failed: unknown[] = []
  let calls = 0
  const attempt = async (work: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await work
    calls += 1
    if (status >= 400) failed.push([status, body])
  }
  const stop = new AbortController()
  const visit = async (number: number): Promise<void> => {
    for (let round = number; !stop.signal.aborted || round < number + 4; round++) {
      const caller = at(round % 2 === 0 ? waiting : turned, user)
      await attempt(caller.call('PUT', '/api/v1/credentials', { values: { 'openai.key': `sk-of-visit-${round}` } }))
      await attempt(caller.call('GET', '/api/v1/me/security'))
      await attempt(caller.call('GET', '/api/v1/credentials'))
    }
  }
  const traffic = Promise.all([visit(0), visit(1), visit(2)])
  const remainingCodes = [...codes.backupCodes]
  for (let round = 0; round < 3; round++) {
    for (const app of [turned, waiting]) {
      // The password at the one, a recovery code at the other.
      const browser = at(waiting, user)
      await attempt(auth(browser, '/sign-in/email', { email: user.email, password: user.password }))
      await Promise.all([
        reencryptAll(app.services),
        attempt(auth(at(turned, browser), '/two-factor/verify-backup-code', { code: remainingCodes.pop() })),
      ])
    }
  }
  stop.abort()
  await traffic
  await reencryptAll(turned.services)
  expect(failed).toEqual([])
  expect(calls).toBeGreaterThanOrEqual(36)
  const alone = await secondProcess({ secretKey: NEW, olderSecretKeys: [] })
  expect((await alone.services.connections.credentials.read(user.id, ['openai.key']))['openai.key']).toMatch(/^sk-of-visit-\d+$/)
  expect(await alone.services.auth.api.viewBackupCodes({ body: { userId: user.id } })).toMatchObject({ backupCodes: remainingCodes })
})

test('a recovery code works once although its list was re-encrypted in between', async () => {
  const { first, beside: secondProcess } = await startFleet()
  const user = await first.buildUser()
  await turnCodesOn(first, user)
  const turned = await secondProcess({ secretKey: NEW, olderSecretKeys: [OLD] })
  const { db, auth: library } = turned.services
  const [read] = await db.asSystem((tx) => tx.select().from(codeSecrets))
  await reencryptAll(turned.services)
  const { adapter } = await library.$context
  const where = [
    { field: 'id', value: read?.id ?? '' },
    { field: 'backupCodes', value: read?.backupCodes ?? '' },
  ]
  const useOne = (rest: string) => adapter.incrementOne({ model: 'twoFactor', where, increment: {}, set: { backupCodes: rest } })
  expect(await useOne('what is left')).toMatchObject({ backupCodes: 'what is left' })
  expect(await useOne('what is left')).toBeNull()
})

test('an interrupted re-encryption continues where it stopped, and skips what cannot be decrypted', async () => {
  const { first, beside: secondProcess } = await startFleet()
  const user = await first.buildUser()
  const { sealer, db } = first.services
  const names = Array.from({ length: 120 }, (_, index) => `key-${index}`)
  const owner = (name: string) => ({ userId: user.id, purpose: `user_credentials.${name}` })
  const rows = names.map((name) => ({ userId: user.id, name, last4: '1234', sealed: sealer.seal(name, owner(name)) }))
  // A value that was encrypted for another owner.
  rows.push({ userId: user.id, name: 'key-moved', last4: '1234', sealed: sealer.seal('x', owner('another')) })
  await db.asSystem((tx) => tx.insert(userCredentials).values(rows))
  const turned = await secondProcess({ secretKey: NEW, olderSecretKeys: [OLD] })
  const stopping = new AbortController()
  const halfway = { ...turned.services, db: { ...db, long: { ...db.long, asSystem: stoppingAfterOne } } }
  async function stoppingAfterOne<T>(work: Parameters<typeof db.long.asSystem<T>>[0]): Promise<T> {
    const result = await db.long.asSystem(work)
    stopping.abort(new Error('stopped'))
    return result
  }
  await expect(reencryptAll(halfway, { signal: stopping.signal })).rejects.toThrow('stopped')
  const countRemaining = async () =>
    /users' own API keys +(\d+) +(\d+)/
      .exec(await reportKeys(turned.services.config, db, encryptedColumnSets))
      ?.slice(1)
      .map(Number)
  expect(await countRemaining()).toEqual([100, 21])
  await reencryptAll(turned.services)
  expect(await countRemaining()).toEqual([120, 1])
})
