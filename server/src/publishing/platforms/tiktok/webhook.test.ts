import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { socialAccounts } from '../../../db/schema.ts'
import { startPublishingApp } from '../../../testing/publishing-app.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { connectAccounts, livePosts, postState, seedPost } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => sandbox.reset())

async function start() {
  const app = await startPublishingApp(sandbox)
  await sandbox.control('/tiktok', 'PATCH', { webhookUrl: `${app.url}/webhooks/tiktok`, webhookTimes: 3 })
  const user = await app.buildUser()
  const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  return { app, user, account }
}

const fault = (next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'tiktok', next })

test('a post whose answer was lost after its pictures were fetched is confirmed by what the platform tells, however often it does', async () => {
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

test('an event that nobody signed is refused, and so is one of another application', async () => {
  const { app, account } = await start()
  const body = JSON.stringify({
    client_key: 'aw1sandbox',
    event: 'authorization.removed',
    create_time: 1,
    user_openid: account.accountId,
    content: '{}',
  })
  for (const headers of [{}, { 'tiktok-signature': `t=${Math.floor(Date.now() / 1000)},s=${'0'.repeat(64)}` }]) {
    const answer = await fetch(`${app.url}/webhooks/tiktok`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(answer.status).toBe(400)
  }
  expect((await fetch(`${app.url}/webhooks/nobody`, { method: 'POST', body: '{}' })).status).toBe(404)
  expect((await fetch(`${app.url}/webhooks/tiktok`, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413)
})

test('an account that was taken back at the platform holds its posts, and they go on when it is connected anew', async () => {
  const { app, user, account } = await start()
  const first = await seedPost(app.services, { userId: user.id, account, caption: 'first' })
  const second = await seedPost(app.services, { userId: user.id, account, caption: 'second' })
  await sandbox.control('/tiktok/revoke', 'POST', { account: 'sandy' })
  const state = async () =>
    (await app.services.db.asSystem((tx) => tx.select().from(socialAccounts).where(eq(socialAccounts.id, account.rowId))))[0]?.state
  await expect.poll(state).toBe('reconnect')
  await app.services.publisher.processDue(user.id)
  for (const id of [first, second]) expect((await postState(app.services, id)).post.delivery).toBe('waiting')
  expect((await postState(app.services, first)).post.detail).toContain('Reconnect')
  await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  await expect
    .poll(
      async () => {
        await app.services.publisher.processDue(user.id)
        return Promise.all([first, second].map(async (id) => (await postState(app.services, id)).post.delivery))
      },
      { timeout: 30_000 },
    )
    .toEqual(['published', 'published'])
  expect(await livePosts(sandbox)).toHaveLength(2)
})
