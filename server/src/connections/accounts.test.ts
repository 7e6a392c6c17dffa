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

test('a user connects several accounts of one platform, each once', async () => {
  const user = await app.buildUser()
  const first = await connect(user, 'tiktok')
  expect(first).toMatchObject({ platform: 'tiktok', username: 'sandy.creates', state: 'active' })
  expect(first.scopes).toEqual(['user.info.basic', 'video.upload', 'video.publish'])
  await connect(user, 'tiktok', { account: 'mira' })
  const again = await connect(user, 'tiktok')
  expect(again.id).toBe(first.id)
  expect((await list(user)).map((one) => one.username)).toEqual(['sandy.creates', 'mira.bakes'])
})

test('connecting a second account forces a new sign-in at the platform', async () => {
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

test('the other platform allows one account, which reconnecting renews', async () => {
  const user = await app.buildUser()
  const first = await connect(user, 'tumblr')
  expect((await connect(user, 'tumblr')).id).toBe(first.id)
  const response = await finish(user, 'tumblr', await authorizeUntilCallback(user, 'tumblr', { account: 'mira' }))
  expect(response.status).toBe(409)
  expect((await list(user)).map((one) => one.username)).toEqual([first.username])
})

test('each user has a separate row for the same account', async () => {
  const [one, other] = [await app.buildUser(), await app.buildUser()]
  const ownId = await connect(one, 'tiktok')
  const previous = await stored()
  const otherId = await connect(other, 'tiktok')
  expect(otherId.id).not.toBe(ownId.id)
  expect((await stored()).find((row) => row['id'] === ownId.id)).toEqual(previous[0])
  expect((await other.call('DELETE', `/api/v1/accounts/${ownId.id}`)).status).toBe(404)
  expect(await list(one)).toHaveLength(1)
})

test('tokens are readable neither in the database nor in responses', async () => {
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

test('a sealed token moved to another row does not open, and the account needs to be reconnected', async () => {
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

test('disconnecting deletes the account and revokes its tokens at the platform', async () => {
  const user = await app.buildUser()
  const account = await connect(user, 'tiktok')
  await user.api('DELETE', `/accounts/${account.id}`)
  expect(await list(user)).toEqual([])
  const calls = await sandbox.requests('tiktok')
  expect(calls.filter((call) => call.path.includes('/revoke'))).toHaveLength(1)
})

test('disconnecting a day later refreshes the expired access token first, to revoke the grant', async () => {
  const user = await app.buildUser()
  const account = await connect(user, 'tiktok')
  await sandbox.control('/clock', 'POST', { advance: 86_400 })
  await user.api('DELETE', `/accounts/${account.id}`)
  const revocations = (await sandbox.requests('tiktok')).filter((call) => call.path.includes('/revoke'))
  expect(revocations.map(({ status }) => status)).toEqual([400, 200])
})

test('deleting the account revokes every grant, also of Drive, even if a platform fails', async () => {
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

test("deleting an account never revokes another user's grant", async () => {
  app = await startConnectingApp(sandbox, { google: sandboxGoogle(sandbox.url) })
  const [one, other] = [await app.buildUser(), await app.buildUser()]
  const drive = await connectDrive(one)
  expect((await other.call('POST', '/api/v1/me/delete', { password: other.password, drive })).status).toBe(204)
  expect((await sandbox.requests('google')).filter((call) => call.path.includes('/revoke'))).toEqual([])
})

test('an unreachable platform does not delay a disconnection', async () => {
  const user = await app.buildUser()
  const account = await connect(user, 'tiktok')
  await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: '500', path: '/revoke' }] })
  await user.api('DELETE', `/accounts/${account.id}`)
  expect(await list(user)).toEqual([])
  expect(app.logged.filter((line) => line.includes('Token revocation at'))).toHaveLength(1)
})

test('without the scope for posts, the account has only its display name', async () => {
  const user = await app.buildUser()
  await connect(user, 'tiktok', { scopes: ['user.info.basic'] })
  const [account] = await list(user)
  expect(account?.scopes).toEqual(['user.info.basic'])
  expect(account?.username).toBe(account?.displayName)
})

test('a free user can neither start nor finish connecting', async () => {
  const free = await app.buildUser({ pro: false })
  expect((await free.call('POST', '/api/v1/accounts/tiktok/begin', { force: false })).status).toBe(403)
  expect((await finish(free, 'tiktok', { state: 'x', secret: 'sealed.v1.x', proof: 'y' })).status).toBe(403)
})

async function connectDrive(user: Caller): Promise<{ accessToken: string; refreshToken: string }> {
  const callDrive = async (body: Record<string, unknown>) => (await user.call<GoogleDriveReply>('POST', GOOGLE_DRIVE_FUNCTION, body)).body
  const { url = '' } = await callDrive({ action: 'authorize' })
  const back = await consentAtGoogle(url)
  const connected = await callDrive({ action: 'authenticate', authCode: back.get('code'), state: back.get('state') })
  return { accessToken: connected.accessToken ?? '', refreshToken: connected.refreshToken ?? '' }
}

async function stored(): Promise<Record<string, unknown>[]> {
  const found = await app.services.db.pool.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(t) as row from social_accounts t order by created_at',
  )
  return found.rows.map(({ row }) => row)
}
