// @module-tag long

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERY_PLATFORM, expectPlain, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { storeGrant, grantsOf, postState } from '../../../testing/scheduled.ts'
import { processDue, processPost } from '../../../testing/process-posts.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const countRefreshes = async () => (await sandbox.requests('tiktok')).filter(({ path }) => path.endsWith('/oauth/token/')).length
const execute = ({ app }: FaultBench, statement: ReturnType<typeof sql>) => app.services.db.asSystem((tx) => tx.execute(statement))

/** Connects the account of a post again. */
async function reconnect({ app }: FaultBench, { userId, account }: FaultPost): Promise<void> {
  const { platform, sandboxUser } = account
  const [grant] = await grantsOf(sandbox, platform, { accounts: [sandboxUser] })
  if (!grant) throw new Error('The sandbox gave no account')
  await storeGrant(app.services, userId, { platform, grant })
}

test('refreshes an expiring token once for all posts of an account, before the first request', async () => {
  const bench = await startFaultBench(sandbox)
  const first = await bench.post('tiktok', { inSeconds: -60 })
  const all = [first]
  for (let more = 0; more < 4; more += 1) all.push(await bench.post('tiktok', { userId: first.userId, account: first.account }))
  await execute(bench, sql`update social_accounts set expires_at = now() + interval '100 seconds'`)
  bench.work()
  await bench.waitForEnd(all)
  for (const post of all) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
  expect(await countRefreshes()).toBe(1)
  const refused = (await sandbox.requests('tiktok')).filter(({ status }) => status === 401)
  expect(refused).toEqual([])
})

test.each(['creator_info', 'content/init', 'status/fetch'])(
  'refreshes a token that expires before %s once and repeats the request',
  async (path) => {
    const bench = await startFaultBench(sandbox)
    await bench.fault('tiktok', { kind: '401', path })
    const post = await bench.post('tiktok')
    bench.work()
    await bench.waitForEnd([post])
    expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
    expect(await countRefreshes()).toBe(1)
  },
)

test.each(EVERY_PLATFORM)('a revoked account of %s holds its posts, notifies once, and resumes on reconnection', async (platform) => {
  const bench = await startFaultBench(sandbox)
  const first = await bench.post(platform, { inSeconds: -60 })
  const { userId, account } = first
  const others = [await bench.post(platform, { userId, account }), await bench.post(platform, { userId, account })]
  const elsewhere = await bench.post(platform)
  await sandbox.control(`/${platform}/revoke`, 'POST', { account: first.account.sandboxUser })
  bench.work()
  await bench.waitForEnd([elsewhere])
  const held = () => execute(bench, sql`select 1 from publish_lanes where held_since is not null`)
  await expect.poll(async () => (await held()).rows.length).toBe(1)
  // A manual request returns at once when the post waits for its account.
  await processPost(bench.app.services, first.userId, others[1]?.id ?? '')
  for (const { id } of [first, ...others]) expect((await postState(bench.app.services, id)).post.delivery).toBe('waiting')
  const { post } = await postState(bench.app.services, first.id)
  expectPlain(post.detail)
  expect(bench.notifications).toHaveLength(1)
  expect(bench.notifications[0]).toMatchObject({ kind: 'attention', href: '/settings?tab=accounts' })
  expectPlain(bench.notifications[0]?.body ?? null)

  await reconnect(bench, first)
  await bench.waitForEnd([first, ...others])
  for (const one of [first, ...others]) expect(await bench.verdict(one)).toMatchObject({ delivery: 'published', live: 1 })
  expect(bench.notifications).toHaveLength(1)
})

test('an account disconnected for too long: unsent posts are missed, sent ones unconfirmed', async () => {
  const bench = await startFaultBench(sandbox)
  const waiting = await bench.post('tiktok')
  const sent = await bench.post('tiktok')
  await bench.fault(
    'tiktok',
    { kind: '401', path: 'status/fetch' },
    { kind: 'error', path: 'oauth/token', status: 400, code: 'invalid_grant' },
  )
  await processPost(bench.app.services, sent.userId, sent.id)
  expect((await postState(bench.app.services, sent.id)).post.delivery).toBe('accepted')
  await sandbox.control('/tiktok/revoke', 'POST', { account: waiting.account.sandboxUser })
  await processDue(bench.app.services, waiting.userId)
  expect((await postState(bench.app.services, waiting.id)).post.delivery).toBe('waiting')
  expect(await bench.publisher.takeDue(10)).toBe(0)

  await execute(bench, sql`update scheduled_posts set scheduled_time = scheduled_time - interval '25 hours'`)
  bench.work()
  await bench.waitForEnd([waiting, sent])
  expect(await bench.verdict(waiting)).toMatchObject({ delivery: 'missed', live: 0 })
  expect((await postState(bench.app.services, waiting.id)).post).toMatchObject({ errorCode: 'held', fixHref: '/settings?tab=accounts' })
  expect(await bench.verdict(sent)).toEqual({ delivery: 'unconfirmed', live: 1, attempts: 1 })
  expect(bench.notifications.map(({ kind }) => kind).toSorted()).toEqual(['attention', 'attention', 'attention', 'failed'])
})
