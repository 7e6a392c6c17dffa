import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import { mayPublish } from '@ninesixteen/shared/platforms'
import type { TestApp, TestUser } from '../testing/app.ts'
import { authorizeUntilCallback, connect, finish, startConnectingApp } from '../testing/connecting.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { renewTokens } from './renew-tokens.ts'

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startConnectingApp(sandbox)
  user = await app.buildUser()
})

const DAY = 86_400
const list = () => user.api<ConnectedAccount[]>('GET', '/accounts')
const run = () => renewTokens(app.services, { signal: new AbortController().signal })
const notices = async () => (await user.api<Notifications>('GET', '/notices')).items

/** Days pass at the network, and so they do for what is stored here. */
async function pass(days: number): Promise<void> {
  await sandbox.control('/clock', 'POST', { advance: days * DAY })
  await app.services.db.pool.query(
    `update social_accounts set expires_at = expires_at - make_interval(days => ${days}), authorized_at = authorized_at - make_interval(days => ${days})`,
  )
}

const renewals = async (platform: string) =>
  (await sandbox.requests(platform)).filter(({ path }) => path.includes('refresh_access_token')).length

/** Days until the tokens of the only account expire. */
async function daysLeft(): Promise<number> {
  const { rows } = await app.services.db.pool.query<{ days: number }>(
    `select extract(epoch from expires_at - now())::float8 / ${DAY} as days from social_accounts`,
  )
  return Math.round(rows[0]?.days ?? 0)
}

describe.each(['instagram', 'threads'] as const)('%s', (platform) => {
  test('connects several accounts with 60-day tokens, each once', async () => {
    const first = await connect(user, platform)
    expect(first).toMatchObject({ platform, username: 'sandy.creates', state: 'active' })
    expect(mayPublish(first)).toBe(true)
    expect(await daysLeft()).toBe(60)
    await connect(user, platform, { account: 'mira' })
    expect((await connect(user, platform)).id).toBe(first.id)
    expect((await list()).map(({ username }) => username)).toEqual(['sandy.creates', 'mira.bakes'])
    await user.api('DELETE', `/accounts/${first.id}`)
    expect((await list()).map(({ username }) => username)).toEqual(['mira.bakes'])
  })

  test('connects nothing if the user declines, and says so', async () => {
    const denied = await authorizeUntilCallback(user, platform, { decision: 'deny' })
    expect(denied.proof).toBe('')
    expect((await finish(user, platform, { ...denied, proof: 'made-up' })).status).toBeGreaterThanOrEqual(400)
    expect(await list()).toEqual([])
  })

  test('renews tokens after a week and keeps their scopes', async () => {
    const { scopes } = await connect(user, platform)
    await pass(6)
    await run()
    expect([await renewals(platform), await daysLeft()]).toEqual([0, 54])
    await pass(2)
    await run()
    expect([await renewals(platform), await daysLeft()]).toEqual([1, 60])
    await run()
    expect(await renewals(platform)).toBe(1)
    expect((await list())[0]).toMatchObject({ state: 'active', scopes })
    expect(await notices()).toEqual([])
  })

  test('keeps tokens valid for half a year without posts', async () => {
    await connect(user, platform)
    for (let week = 0; week < 26; week += 1) {
      await pass(8)
      await run()
    }
    expect([await renewals(platform), await daysLeft()]).toEqual([26, 60])
  })

  test('warns once about tokens that expire within ten days without renewal, with a fix', async () => {
    const { username } = await connect(user, platform)
    const failNextRefresh = () =>
      sandbox.control('/faults', 'POST', { provider: platform, next: [{ kind: '500', path: 'refresh_access_token' }] })
    await pass(45)
    await failNextRefresh()
    await run()
    expect(await notices()).toEqual([])
    await pass(6)
    for (let time = 0; time < 2; time += 1) {
      await failNextRefresh()
      await run()
    }
    expect(await notices()).toMatchObject([
      {
        kind: 'attention',
        title: `Reconnect @${username}`,
        href: '/settings?tab=accounts',
        body: expect.stringContaining('ends within 10 days') as string,
      },
    ])
    expect((await list())[0]).toMatchObject({ state: 'active' })
  })

  test('reports a connection that the network ended, and reconnecting fixes it', async () => {
    const { id, username } = await connect(user, platform)
    await sandbox.control(`/${platform}/revoke`, 'POST', { account: 'sandy' })
    await pass(8)
    await run()
    await run()
    expect((await list())[0]).toMatchObject({ state: 'reconnect' })
    expect(await notices()).toMatchObject([
      { title: `Reconnect @${username}`, body: expect.stringContaining('no longer accepts') as string },
    ])
    expect(await connect(user, platform)).toMatchObject({ id, state: 'active' })
  })
})

test('tokens that rotate on every use are not renewed early', async () => {
  await connect(user, 'tiktok')
  await pass(1)
  await run()
  expect((await sandbox.requests('tiktok')).filter((call) => call.body?.['grant_type'] === 'refresh_token')).toEqual([])
})
