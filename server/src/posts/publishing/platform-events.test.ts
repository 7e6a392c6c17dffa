import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { socialAccounts } from '../../db/schema-connections.ts'
import { expireLeases, startPublishingApp, startWorkerNextTo } from '../../testing/publishing-app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import type { TestApp } from '../../testing/app.ts'
import { connectAccounts, livePosts, postState, seedPost, type SeededAccount } from '../../testing/scheduled.ts'
import { unconfirmedPost } from '../../testing/unconfirmed-post.ts'
import { processDue } from '../../testing/process-posts.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

async function start(waits = 0.05) {
  const app = await startPublishingApp(sandbox, { waits })
  await sandbox.control('/tiktok', 'PATCH', { webhookUrl: `${app.url}/webhooks/tiktok`, webhookTimes: 3 })
  const user = await app.buildUser()
  const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  return { app, user, account }
}

const fault = (next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'tiktok', next })

test('events confirm a post whose response was lost after the download, also when repeated', { tags: ['long'] }, async () => {
  const { app, user, account } = await start()
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'told' })
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
  await fault([{ kind: 'gateway', path: 'content/init' }])
  await expect
    .poll(
      async () => {
        await app.services.publisher.takeDue(10)
        return (await postState(app.services, postId)).post.delivery
      },
      { timeout: 30_000 },
    )
    .toBe('published')
  const { post, attempts } = await postState(app.services, postId)
  expect(attempts).toHaveLength(1)
  expect(post.remoteUrl).toContain('/live/tiktok/')
  expect(await livePosts(sandbox)).toHaveLength(1)
})

test('rejects unsigned events and those of other applications', async () => {
  const { app, account } = await start()
  const body = JSON.stringify({
    client_key: 'aw1sandbox',
    event: 'authorization.removed',
    create_time: 1,
    user_openid: account.accountId,
    content: '{}',
  })
  for (const headers of [{}, { 'tiktok-signature': `t=${Math.floor(Date.now() / 1000)},s=${'0'.repeat(64)}` }]) {
    const response = await fetch(`${app.url}/webhooks/tiktok`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(response.status).toBe(400)
  }
  expect((await fetch(`${app.url}/webhooks/nobody`, { method: 'POST', body: '{}' })).status).toBe(404)
  expect((await fetch(`${app.url}/webhooks/tiktok`, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413)
})

test('a revoked account holds its posts, which resume on reconnection', async () => {
  const { app, user, account } = await start()
  const first = await seedPost(app.services, { userId: user.id, account, caption: 'first' })
  const second = await seedPost(app.services, { userId: user.id, account, caption: 'second' })
  await sandbox.control('/tiktok/revoke', 'POST', { account: 'sandy' })
  const state = async () =>
    (await app.services.db.asSystem((tx) => tx.select().from(socialAccounts).where(eq(socialAccounts.id, account.rowId))))[0]?.state
  await expect.poll(state).toBe('reconnect')
  await processDue(app.services, user.id)
  for (const id of [first, second]) expect((await postState(app.services, id)).post.delivery).toBe('waiting')
  expect((await postState(app.services, first)).post.detail).toContain('Reconnect')
  await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  await expect
    .poll(
      async () => {
        await processDue(app.services, user.id)
        return Promise.all([first, second].map(async (id) => (await postState(app.services, id)).post.delivery))
      },
      { timeout: 30_000 },
    )
    .toEqual(['published', 'published'])
  expect(await livePosts(sandbox)).toHaveLength(2)
})

/** Signs the event with the secret of the application, as TikTok does. */
async function send(app: TestApp, event: { name: string; openId: string; content?: object; secondsAgo?: number }): Promise<number> {
  const now = Math.floor(Date.now() / 1000)
  const { name, openId, content = {}, secondsAgo = 0 } = event
  const create_time = now - secondsAgo
  const body = JSON.stringify({ client_key: 'aw1sandbox', event: name, create_time, user_openid: openId, content: JSON.stringify(content) })
  return sendSigned(app, body)
}

async function sendSigned(app: TestApp, body: string): Promise<number> {
  const now = Math.floor(Date.now() / 1000)
  const signature = `t=${now},s=${createHmac('sha256', 'tiktok-sandbox-secret').update(`${now}.${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'tiktok-signature': signature }
  return (await fetch(`${app.url}/webhooks/tiktok`, { method: 'POST', headers, body })).status
}

const published = (account: SeededAccount, publishId: string, more: { secondsAgo?: number } = {}) => ({
  name: 'post.publish.complete',
  openId: account.accountId,
  content: { publish_id: publishId, publish_type: 'DIRECT_POST' },
  ...more,
})

async function untilEnded(app: TestApp, ...ids: string[]): Promise<string[]> {
  const states = () => Promise.all(ids.map(async (id) => (await postState(app.services, id)).post))
  await expect
    .poll(
      async () => {
        await app.services.publisher.takeDue(10)
        return (await states()).every(({ nextAt }) => nextAt === null)
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  return (await states()).map(({ delivery }) => delivery)
}

/** Starts a worker that halts after the responses to these posts; no event was sent so far. */
async function haltAfterResponse(app: TestApp, ids: readonly string[]) {
  const worker = startWorkerNextTo(app, sandbox, { leaseSeconds: 60, halts: Object.fromEntries(ids.map((id) => [id, 'answered'])) })
  await worker.halted(ids.length)
  return worker
}

test('stores an event that precedes the response for the worker that reconciles after a crash', { tags: ['long'] }, async () => {
  const { app, user, account } = await start(0.002)
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'early news' })
  const worker = await haltAfterResponse(app, [postId])
  await expect.poll(async () => (await postState(app.services, postId)).attempts[0]?.remoteId).not.toBeNull()
  expect(await postState(app.services, postId)).toMatchObject({
    post: { delivery: 'sending' },
    attempts: [{ phase: 'sending', live: true }],
  })
  await worker.kill()
  await sandbox.control('/tiktok', 'PATCH', { webhookUrl: null })
  await expireLeases(app)
  expect(await untilEnded(app, postId)).toEqual(['published'])
  expect(await livePosts(sandbox)).toHaveLength(1)
})

test('the response to an attempt overrides an event attributed to it', { tags: ['long'] }, async () => {
  const { app, user, account } = await start(0.002)
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true, webhookUrl: null })
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'mine' })
  const worker = await haltAfterResponse(app, [postId])
  expect(await send(app, published(account, 'p_pub_url~v2.another'))).toBe(200)
  expect((await postState(app.services, postId)).attempts[0]?.remoteId).toBe('p_pub_url~v2.another')
  worker.resume()
  await expect.poll(async () => (await postState(app.services, postId)).post.delivery, { timeout: 30_000 }).toBe('published')
  const [live] = await livePosts(sandbox)
  expect(await postState(app.services, postId)).toMatchObject({
    post: { remoteId: live?.publishId },
    attempts: [{ remoteId: live?.publishId }],
  })
})

test(
  'ignores events that precede an attempt, are ambiguous, or belong to one whose photos were not downloaded',
  { tags: ['long'] },
  async () => {
    const { app, user, account } = await start(0.002)
    await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true, webhookUrl: null })
    const other = await app.buildUser()
    const [otherAccount] = await connectAccounts(app.services, sandbox, { userId: other.id, platform: 'tiktok', accounts: ['sandy'] })
    if (!otherAccount) throw new Error('The sandbox gave no account')
    const ids = await Promise.all([
      seedPost(app.services, { userId: user.id, account, caption: 'one' }),
      seedPost(app.services, { userId: other.id, account: otherAccount, caption: 'two' }),
    ])
    const worker = await haltAfterResponse(app, ids)
    const bound = () => Promise.all(ids.map(async (id) => (await postState(app.services, id)).attempts[0]?.remoteId ?? null))
    expect(await send(app, published(account, 'p_pub_url~v2.x'))).toBe(200)
    expect(await bound()).toEqual([null, null])
    // Marks the second post's photos as not downloaded, so that the event must be about the first.
    await app.services.db.asSystem((tx) => tx.execute(sql`update pull_links set fetched_at = null where user_id = ${other.id}`))
    expect(await send(app, published(account, 'p_pub_url~v2.x', { secondsAgo: 3600 }))).toBe(200)
    expect(await bound()).toEqual([null, null])
    expect(await send(app, published(account, 'p_pub_url~v2.x'))).toBe(200)
    expect(await bound()).toEqual(['p_pub_url~v2.x', null])
    worker.resume()
    await expect
      .poll(async () => Promise.all(ids.map(async (id) => (await postState(app.services, id)).post.delivery)), { timeout: 30_000 })
      .toEqual(['published', 'published'])
  },
)

test('marks a post as failed when its platform reports it after a lost response', { tags: ['long'] }, async () => {
  const { app, user, account } = await start(0.05)
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
  await sandbox.control('/tiktok/fail-posts', 'POST', { reasons: ['spam_risk_text'] })
  await fault([{ kind: 'gateway', path: 'content/init' }])
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'refused later' })
  expect(await untilEnded(app, postId)).toEqual(['failed'])
  expect(await livePosts(sandbox)).toEqual([])
})

test('polls an unconfirmed post when an event names it', { tags: ['long'] }, async () => {
  const { app, user, account } = await start(0.002)
  const postId = await unconfirmedPost(app, sandbox, { userId: user.id, account, caption: 'late news' })
  const [live] = await livePosts(sandbox)
  expect(await send(app, published(account, live?.publishId ?? ''))).toBe(200)
  expect(await untilEnded(app, postId)).toEqual(['published'])
  expect(await postState(app.services, postId)).toMatchObject({ attempts: [{ phase: 'published', live: false }] })
})

test.each([true, false])(
  'an outcome that a user confirmed (there: %s) does not affect later posts of the account',
  { tags: ['long'] },
  async (isThere) => {
    const { app, user, account } = await start(0.05)
    const first = await unconfirmedPost(app, sandbox, { userId: user.id, account, caption: 'settled' })
    await user.api('POST', `/scheduled-posts/${first}/settle`, { isThere })
    expect(await untilEnded(app, first)).toEqual(['published'])
    await sandbox.control('/tiktok', 'PATCH', { webhookUrl: `${app.url}/webhooks/tiktok` })
    await fault([{ kind: 'gateway', path: 'content/init' }])
    const second = await seedPost(app.services, { userId: user.id, account, caption: 'later' })
    expect(await untilEnded(app, second)).toEqual(['published'])
  },
)

test('ignores a removal that precedes the connection, and applies a removal once', async () => {
  const { app, user, account } = await start()
  const state = async () => {
    const rows = await app.services.db.asSystem((tx) => tx.select().from(socialAccounts).where(eq(socialAccounts.id, account.rowId)))
    return rows[0]?.state
  }
  const removal = (secondsAgo: number) => ({ name: 'authorization.removed', openId: account.accountId, content: { reason: 1 }, secondsAgo })
  expect(await send(app, removal(3600))).toBe(200)
  expect(await state()).toBe('active')
  // Simulates an older connection.
  const earlier = sql`authorized_at - interval '1 minute'`
  await app.services.db.asSystem((tx) => tx.execute(sql`update social_accounts set authorized_at = ${earlier}`))
  expect(await send(app, removal(5))).toBe(200)
  expect(await state()).toBe('reconnect')
  await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  // An applied removal stays applied even if the database clock is behind.
  await app.services.db.asSystem((tx) => tx.execute(sql`update social_accounts set authorized_at = ${earlier}`))
  expect(await send(app, removal(5))).toBe(200)
  expect(await state()).toBe('active')
})

/** Bodies that TikTok never sends; the server rejects them without a query. */
test.each([
  '{"client_key":"aw1sandbox","user_openid":"a\\u0000b"}',
  '{"client_key":"a\\u0000b","user_openid":"o"}',
  '{"client_key":"aw1sandbox","event":"post.publish.complete","create_time":1,"user_openid":"o","content":{"publish_id":"a\\u0000b"}}',
  '{"client_key":"aw1sandbox","event":"authorization.removed","create_time":1e300,"user_openid":"o","content":{}}',
  '{"client_key":"aw1sandbox","event":7,"create_time":1,"user_openid":"o"}',
])('rejects %s, signed or not', async (body) => {
  const { app } = await start()
  expect(await sendSigned(app, body)).toBe(400)
  expect((await fetch(`${app.url}/webhooks/tiktok`, { method: 'POST', body })).status).toBe(400)
  expect(app.logged).toEqual([])
})
