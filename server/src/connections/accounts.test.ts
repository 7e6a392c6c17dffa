import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { GOOGLE_DRIVE_FUNCTION, type GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import { sandboxGoogle } from '../providers/google/settings.ts'
import type { Caller, TestApp } from '../testing/app.ts'
import { connect, consent, finish, authorizeUntilCallback, begin, callbackParameters, startConnectingApp } from '../testing/connecting.ts'
import { consentAtGoogle } from '../testing/google-consent.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startConnectingApp(sandbox)
})

const list = (user: { api<T>(method: string, path: string): Promise<T> }) => user.api<ConnectedAccount[]>('GET', '/accounts')

test('several accounts of one platform, each once', async () => {
  const user = await app.buildUser()
  const first = await connect(user, 'tiktok')
  expect(first).toMatchObject({ platform: 'tiktok', username: 'sandy.creates', state: 'active' })
  expect(first.scopes).toEqual(['user.info.basic', 'video.upload', 'video.publish'])
  await connect(user, 'tiktok', { account: 'mira' })
  const again = await connect(user, 'tiktok')
  expect(again.id).toBe(first.id)
  expect((await list(user)).map((one) => one.username)).toEqual(['sandy.creates', 'mira.bakes'])
})

test('the second account is asked for with a fresh sign-in at the platform', async () => {
  const user = await app.buildUser()
  const { url } = await begin(user, 'tiktok', true)
  const query = new URL(url).searchParams
  expect(query.get('disable_auto_auth')).toBe('1')
  expect(query.get('force_reauth')).toBe('true')
  expect(query.get('timestamp')).toMatch(/^\d{13}$/)
  expect(query.get('code_challenge')).toMatch(/^[0-9a-f]{64}$/)
  const { url: plain } = await begin(user, 'tiktok')
  expect(new URL(plain).searchParams.has('force_reauth')).toBe(false)
})

test('one account of the other platform, renewed when it is connected again; another one is refused', async () => {
  const user = await app.buildUser()
  const first = await connect(user, 'tumblr')
  expect((await connect(user, 'tumblr')).id).toBe(first.id)
  const answer = await finish(user, 'tumblr', await authorizeUntilCallback(user, 'tumblr', { account: 'mira' }))
  expect(answer.status).toBe(409)
  expect((await list(user)).map((one) => one.username)).toEqual([first.username])
})

test('the account of another user is never taken over: each has a row of their own', async () => {
  const [one, other] = [await app.buildUser(), await app.buildUser()]
  const mine = await connect(one, 'tiktok')
  const before = await stored()
  const theirs = await connect(other, 'tiktok')
  expect(theirs.id).not.toBe(mine.id)
  expect((await stored()).find((row) => row['id'] === mine.id)).toEqual(before[0])
  expect((await other.call('DELETE', `/api/v1/accounts/${mine.id}`)).status).toBe(404)
  expect(await list(one)).toHaveLength(1)
})

test('no token is readable in the database or in any answer', async () => {
  const user = await app.buildUser()
  const started = await begin(user, 'tiktok')
  const callback = callbackParameters(await consent(started.url))
  const finished = await finish(user, 'tiktok', { ...callback, secret: started.secret })
  await connect(user, 'tumblr')
  const rows = await stored()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row['access_token']).toMatch(/^sealed\.v1\./)
    expect(row['refresh_token']).toMatch(/^sealed\.v1\./)
  }
  const seen = JSON.stringify([started, finished.body, await list(user)])
  expect(seen).not.toMatch(/act\.|rft\.|access_token|refresh_token/i)
})

test('a sealed token that is moved to another row does not open: the account has to be connected again', async () => {
  const user = await app.buildUser()
  const first = await connect(user, 'tiktok')
  const second = await connect(user, 'tiktok', { account: 'mira' })
  await app.services.db.pool.query(
    'update social_accounts set access_token = (select access_token from social_accounts where id = $1) where id = $2',
    [first.id, second.id],
  )
  const use = app.services.connections.tokens.use({ userId: user.id, id: second.id }, async (access) => access.account.username)
  await expect(use).rejects.toMatchObject({ code: 'ACCOUNT_RECONNECT' })
  expect((await list(user)).map((one) => one.state)).toEqual(['active', 'reconnect'])
})

test('disconnecting forgets the account here and at the platform', async () => {
  const user = await app.buildUser()
  const account = await connect(user, 'tiktok')
  await user.api('DELETE', `/accounts/${account.id}`)
  expect(await list(user)).toEqual([])
  const calls = await sandbox.requests('tiktok')
  expect(calls.filter((call) => call.path.includes('/revoke'))).toHaveLength(1)
})

test('a day later too, when the access token that would end the grant is spent itself', async () => {
  const user = await app.buildUser()
  const account = await connect(user, 'tiktok')
  await sandbox.control('/clock', 'POST', { advance: 86_400 })
  await user.api('DELETE', `/accounts/${account.id}`)
  const revocations = (await sandbox.requests('tiktok')).filter((call) => call.path.includes('/revoke'))
  expect(revocations.map(({ status }) => status)).toEqual([400, 200])
})

test('deleting the account ends every grant, also that of the Drive in this browser, and waits for no platform that fails', async () => {
  app = await startConnectingApp(sandbox, { google: sandboxGoogle(sandbox.url) })
  const statuses = async (provider: string) =>
    (await sandbox.requests(provider)).filter((call) => call.path.includes('/revoke')).map(({ status }) => status)
  for (const fault of [null, { kind: '500', path: '/revoke' }]) {
    const user = await app.buildUser()
    await connect(user, 'tiktok')
    const drive = await connectDrive(user)
    if (fault) for (const provider of ['tiktok', 'google']) await sandbox.control('/faults', 'POST', { provider, next: [fault] })
    expect((await user.call('POST', '/api/v1/me/delete', { password: user.password, drive })).status).toBe(204)
    expect((await user.call('GET', '/api/v1/me')).status).toBe(401)
  }
  expect(await statuses('tiktok')).toEqual([200, 500])
  expect(await statuses('google')).toEqual([200, 500])
  expect(await stored()).toEqual([])
  expect(app.logged.filter((line) => line.includes('Token revocation at'))).toHaveLength(2)
})

test('no one ends the grant of another user by deleting themselves', async () => {
  app = await startConnectingApp(sandbox, { google: sandboxGoogle(sandbox.url) })
  const [one, other] = [await app.buildUser(), await app.buildUser()]
  const drive = await connectDrive(one)
  expect((await other.call('POST', '/api/v1/me/delete', { password: other.password, drive })).status).toBe(204)
  expect((await sandbox.requests('google')).filter((call) => call.path.includes('/revoke'))).toEqual([])
})

test('a platform that cannot be told of it does not hold a disconnection up', async () => {
  const user = await app.buildUser()
  const account = await connect(user, 'tiktok')
  await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: '500', path: '/revoke' }] })
  await user.api('DELETE', `/accounts/${account.id}`)
  expect(await list(user)).toEqual([])
  expect(app.logged.filter((line) => line.includes('Token revocation at'))).toHaveLength(1)
})

test('what was not allowed is not there: without the scope for posts the account has its display name', async () => {
  const user = await app.buildUser()
  await connect(user, 'tiktok', { scopes: ['user.info.basic'] })
  const [account] = await list(user)
  expect(account?.scopes).toEqual(['user.info.basic'])
  expect(account?.username).toBe(account?.displayName)
})

test('a free user may neither begin nor finish', async () => {
  const free = await app.buildUser({ pro: false })
  expect((await free.call('POST', '/api/v1/accounts/tiktok/begin', { force: false })).status).toBe(403)
  expect((await finish(free, 'tiktok', { state: 'x', secret: 'sealed.v1.x', proof: 'y' })).status).toBe(403)
})

async function connectDrive(user: Caller): Promise<{ accessToken: string; refreshToken: string }> {
  const act = async (body: Record<string, unknown>) => (await user.call<GoogleDriveReply>('POST', GOOGLE_DRIVE_FUNCTION, body)).body
  const { url = '' } = await act({ action: 'authorize' })
  const back = await consentAtGoogle(url)
  const connected = await act({ action: 'authenticate', authCode: back.get('code'), state: back.get('state') })
  return { accessToken: connected.accessToken ?? '', refreshToken: connected.refreshToken ?? '' }
}

async function stored(): Promise<Record<string, unknown>[]> {
  const found = await app.services.db.pool.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(t) as row from social_accounts t order by created_at',
  )
  return found.rows.map(({ row }) => row)
}
