import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@ninesixteen/shared/api/webhooks'
import { processDue, processPost } from '../testing/process-posts.ts'
import { startPublishingApp } from '../testing/publishing-app.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { connectAccounts, seedPost } from '../testing/scheduled.ts'
import { generate, generateRequest, startGeneratingApp } from '../testing/generation.ts'
import type { TestApp, TestUser } from '../testing/app.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

async function subscribe(app: TestApp): Promise<TestUser> {
  const user = await app.buildUser()
  await user.api('POST', '/webhooks', { url: 'https://example.com/hook', events: WEBHOOK_EVENTS })
  return user
}

/** The recorded events, the oldest first. */
async function recorded(app: TestApp): Promise<{ type: WebhookEvent; data: Record<string, unknown> }[]> {
  const { rows } = await app.services.db.asSystem((tx) =>
    tx.execute<{ body: string }>(sql`select body from webhook_deliveries order by created_at`),
  )
  return rows.map(({ body }) => JSON.parse(body) as { type: WebhookEvent; data: Record<string, unknown> })
}

async function startPosting() {
  const app = await startPublishingApp(sandbox)
  const user = await subscribe(app)
  const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  return { app, user, account }
}

test('reports a published post with its account and URL, without tokens', async () => {
  const { app, user, account } = await startPosting()
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'out' })
  await processPost(app.services, user.id, postId)
  const events = await recorded(app)
  expect(events.map(({ type }) => type)).toEqual(['post.published'])
  expect(events[0]?.data).toEqual({
    postId,
    slideshowId: null,
    title: null,
    kind: 'slides',
    platform: 'tiktok',
    account: { id: account.accountId, username: account.username },
    scheduledAt: expect.stringMatching(/Z$/),
    publishedAt: expect.stringMatching(/Z$/),
    remoteUrl: expect.stringContaining('/live/tiktok/'),
    error: null,
  })
})

test('reports a rejected post with code and message', async () => {
  const { app, user, account } = await startPosting()
  await seedPost(app.services, { userId: user.id, account, caption: 'refused' })
  await sandbox.control('/faults', 'POST', {
    provider: 'tiktok',
    next: [{ kind: 'error', code: 'spam_risk_user_banned_from_posting', status: 403, path: 'content/init' }],
  })
  await processDue(app.services, user.id)
  const [event] = await recorded(app)
  expect(event?.type).toBe('post.failed')
  expect(event?.data.error).toEqual({ code: expect.any(String), message: expect.stringMatching(/\.$/) })
})

test('reports a revoked account once', async () => {
  const { app, user, account } = await startPosting()
  await seedPost(app.services, { userId: user.id, account, caption: 'first' })
  await seedPost(app.services, { userId: user.id, account, caption: 'second' })
  await sandbox.control('/tiktok/revoke', 'POST', { account: 'sandy' })
  await processDue(app.services, user.id)
  const events = await recorded(app)
  expect(events).toEqual([
    {
      type: 'account.reconnect_needed',
      timestamp: expect.any(String),
      data: {
        platform: 'tiktok',
        account: { id: account.accountId, username: account.username },
        error: { code: 'reconnect', message: `Reconnect @${account.username}. Its posts wait until then.` },
      },
    },
  ])
})

test('reports a rescheduled post, but no draft', async () => {
  const { app, user, account } = await startPosting()
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'later' })
  await user.api('PATCH', `/scheduled-posts/${postId}`, { scheduledTime: null, timeZone: 'UTC' })
  expect(await recorded(app)).toEqual([])
  const scheduledTime = new Date(Date.now() + 86_400_000).toISOString()
  await user.api('PATCH', `/scheduled-posts/${postId}`, { scheduledTime, timeZone: 'UTC' })
  const events = await recorded(app)
  expect(events).toMatchObject([{ type: 'post.scheduled', data: { postId, scheduledAt: scheduledTime } }])
})

test('reports the end of a generation', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await subscribe(app)
  const events = await generate(user, generateRequest())
  const last = events.at(-1)
  const [event] = await recorded(app)
  expect(event).toMatchObject({
    type: 'slideshow.finished',
    data: { slideshowId: last?.type === 'done' ? last.projectId : '', slides: 6, slidesWanted: 6, error: null },
  })
})
