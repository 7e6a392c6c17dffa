import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { PlatformError } from '../providers/platform-error.ts'
import type { TestApp, TestUser } from '../testing/app.ts'
import { connect, startConnectingApp } from '../testing/connecting.ts'
import { runProgram } from '../testing/program.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
let account: ConnectedAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startConnectingApp(sandbox)
  user = await app.buildUser()
  account = await connect(user, 'tiktok')
})

/** Number of the lock at which the processes wait for each other. */
const GATE = 916

const ref = () => ({ userId: user.id, id: account.id })
/** A real call with the token: the sandbox refuses one that is not good. */
const identify = (from = app.services.connections) =>
  from.tokens.use(ref(), async ({ tokens }) => (await from.platforms.tiktok.accounts.userInfo(tokens.access)).display_name)

/** A day passes at the platform, and so it does for what is stored here. */
async function expire(): Promise<void> {
  await sandbox.control('/clock', 'POST', { advance: 86_400 })
  await app.services.db.pool.query(`update social_accounts set expires_at = expires_at - interval '1 day'`)
}

async function refreshes(): Promise<number> {
  const calls = await sandbox.requests('tiktok')
  return calls.filter((call) => call.body?.['grant_type'] === 'refresh_token').length
}

const fail = (...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'tiktok', next })
const stateNow = async () => (await user.api<ConnectedAccount[]>('GET', '/accounts'))[0]?.state

describe('token renewal', () => {
  test('uses a valid token as it is', async () => {
    expect(await identify()).toBe(account.displayName)
    expect(await refreshes()).toBe(0)
  })

  test('happens before the expiry, and stores the new token before using it', async () => {
    await app.services.db.pool.query(`update social_accounts set expires_at = now() + interval '4 minutes'`)
    let seen: { stored: string; used: string } | null = null
    const { sealer, connections } = app.services
    await connections.tokens.use(ref(), async ({ tokens }) => {
      const { rows } = await app.services.db.pool.query<{ access_token: string; account_id: string }>('select * from social_accounts')
      const purpose = JSON.stringify(['social_accounts', 'tiktok', rows[0]?.account_id, 'access_token'])
      seen = { stored: sealer.open(rows[0]?.access_token ?? '', { userId: user.id, purpose }) ?? '', used: tokens.access }
    })
    expect(seen).toMatchObject({ used: expect.stringMatching(/^act\./) })
    expect(seen).toEqual({ stored: seen?.['used'], used: seen?.['used'] })
    expect(await refreshes()).toBe(1)
  })

  test('is shared by 50 concurrent users of one expired token across three processes', { tags: ['long'] }, async () => {
    await expire()
    const { host = '', user: role = '', database = '' } = app.services.db.pool.options
    const gate = new pg.Client({ host, user: role, database })
    await gate.connect()
    await gate.query('select pg_advisory_lock($1)', [GATE])
    const workerData = { host, user: role, database, sandbox: sandbox.url, owner: user.id, account: account.id, lock: GATE }
    const args = (times: number) => Object.entries({ ...workerData, times }).flatMap(([name, value]) => [`--${name}`, String(value)])
    const secret = Buffer.from(app.services.config.secretKey).toString('base64')
    const programs = [17, 17, 16].map((times) => runProgram('testing/token-users.ts', args(times), { SECRET: secret }))
    await Promise.all(programs.map((program) => program.waitForOutput('waiting')))
    // All at once.
    await gate.end()
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0])
    const names = programs.flatMap((program) => JSON.parse(program.output().replace('waiting\n', '')) as string[])
    expect(names).toEqual(Array<string>(50).fill(account.displayName))
    expect(await refreshes()).toBe(1)
  })

  test('repeats on the next day with the rotated refresh token', async () => {
    await expire()
    await identify()
    await expire()
    expect(await identify()).toBe(account.displayName)
    expect(await refreshes()).toBe(2)
  })

  test('renews a token that the platform rejects early and repeats the request once', async () => {
    await fail({ kind: '401', path: '/v2/user/info' })
    expect(await identify()).toBe(account.displayName)
    expect(await refreshes()).toBe(1)
  })

  test('stores a token later if the database failed, without renewing or disconnecting', async () => {
    await expire()
    await app.services.db.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`)
    await app.services.db.pool.query(
      'create constraint trigger no_room after update on social_accounts deferrable initially deferred for each row execute function refuse()',
    )
    await expect(identify()).rejects.toThrow('no room')
    await app.services.db.pool.query('drop trigger no_room on social_accounts')
    expect(await identify()).toBe(account.displayName)
    expect(await refreshes()).toBe(1)
  })
})

describe('renewal failures', () => {
  test.each([['500'], ['429'], ['503'], ['dropped'], ['html']])('%s while renewing does not disconnect the account', async (kind) => {
    await expire()
    await fail({ kind, path: '/oauth/token' })
    await expect(identify()).rejects.toMatchObject({ code: kind === '429' ? 'PLATFORM_BUSY' : 'PLATFORM_UNREACHABLE' })
    expect(await stateNow()).toBe('active')
    expect(await identify()).toBe(account.displayName)
  })

  test('a renewal whose response was lost asks the user to reconnect', async () => {
    await expire()
    await fail({ kind: 'gateway', path: '/oauth/token' })
    await expect(identify()).rejects.toMatchObject({ code: 'PLATFORM_UNREACHABLE' })
    await expect(identify()).rejects.toMatchObject({ code: 'ACCOUNT_RECONNECT' })
    expect(await stateNow()).toBe('reconnect')
  })

  test('a token with minutes left is used while the platform cannot renew it', async () => {
    await app.services.db.pool.query(`update social_accounts set expires_at = now() + interval '4 minutes'`)
    await fail({ kind: '500', path: '/oauth/token' })
    expect(await identify()).toBe(account.displayName)
  })

  test('a revoked token names its account, and reconnecting fixes it', async () => {
    await sandbox.control('/tiktok/revoke', 'POST', { account: 'sandy' })
    await expect(identify()).rejects.toMatchObject({
      code: 'ACCOUNT_RECONNECT',
      message: 'TikTok no longer accepts the connection. Reconnect @sandy.creates under Settings, Accounts.',
    })
    expect(await stateNow()).toBe('reconnect')
    const previous = await refreshes()
    await expect(identify()).rejects.toMatchObject({ code: 'ACCOUNT_RECONNECT' })
    // The platform gets no further requests with a dead token.
    expect(await refreshes()).toBe(previous)
    expect((await connect(user, 'tiktok')).id).toBe(account.id)
    expect(await identify()).toBe(account.displayName)
  })

  test('rejected client keys do not disconnect the account', async () => {
    await expire()
    await fail({ kind: 'error', status: 400, code: 'invalid_client', path: '/oauth/token' })
    await expect(identify()).rejects.toMatchObject({ code: 'PLATFORM_CLIENT_REFUSED' })
    expect(await stateNow()).toBe('active')
  })

  test('a request rejected for another reason neither renews nor disconnects', async () => {
    const refused = new PlatformError({ fault: 'refused', status: 400, code: 'invalid_params' })
    await expect(app.services.connections.tokens.use(ref(), () => Promise.reject(refused))).rejects.toMatchObject({ status: 502 })
    expect(await refreshes()).toBe(0)
    expect(await stateNow()).toBe('active')
  })

  test('a single 401 without renewal does not disconnect: a second request decides', async () => {
    const blog = await connect(user, 'tumblr')
    const { tokens } = app.services.connections
    const odd = new PlatformError({ fault: 'account', status: 401, code: '1016' })
    let calls = 0
    const once = async () => {
      calls += 1
      if (calls === 1) throw odd
      return 'fine'
    }
    expect(await tokens.use({ userId: user.id, id: blog.id }, once)).toBe('fine')
    await sandbox.control('/tumblr/revoke', 'POST', { account: 'sandy' })
    await expect(tokens.use({ userId: user.id, id: blog.id }, () => Promise.reject(odd))).rejects.toMatchObject({
      code: 'ACCOUNT_RECONNECT',
    })
  })
})
