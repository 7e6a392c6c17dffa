import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails, TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { startWorker } from '../../posts/publishing/worker.ts'
import { readHeartbeat } from '../../posts/worker-heartbeat.ts'
import type { TestApp, TestUser } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { connectAccounts, livePosts, type SeededAccount } from '../../testing/scheduled.ts'
import { inHours, postRequest, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'

const PROCESSOR = '/functions/scheduled-post-processor'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

let app: TestApp
let user: TestUser
let project: Project
let account: SeededAccount
beforeEach(async () => {
  await sandbox.reset()
  const platforms = sandboxPlatforms(sandbox.url)
  app = await startScheduler({ platforms, publishing: { waits: 0.05 } })
  user = await app.buildUser()
  project = await user.buildProject()
  account = await connected('tiktok')
})

async function connected(platform: SeededAccount['platform']): Promise<SeededAccount> {
  const [first] = await connectAccounts(app.services, sandbox, { userId: user.id, platform, accounts: ['sandy'] })
  if (!first) throw new Error('The sandbox gave no account')
  return first
}

async function schedule(overrides: Record<string, unknown> = {}): Promise<string> {
  const { posts } = await user.api<CreatedPosts>('POST', '/scheduled-posts', {
    ...postRequest(project, { targets: [targetOf('tiktok', account.accountId)], ...overrides }),
  })
  return posts[0]?.id ?? ''
}
const process = (body: object, caller = user) => caller.call<Record<string, unknown>>('POST', PROCESSOR, { timestamp: 'now', ...body })
const details = (id: string) => user.api<PostDetails>('GET', `/scheduled-posts/${id}`)

/** The worker of the process, until the test is over; returns when it has given its first sign of life. */
async function startPublishing(): Promise<void> {
  const worker = startWorker({ ...app.services, pace: { pollMs: 200, beatMs: 1000 } })
  onTestFinished(() => worker.stop())
  await expect.poll(async () => (await readHeartbeat(app.services)).isAlive).toBe(true)
}

test('publishes due posts with their rendered slides, and no others', async () => {
  await startPublishing()
  // The worker takes a due post at once: a platform that answers late keeps it in progress until the request is there.
  await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: 'late', path: 'content/init', ms: 1500 }] })
  const [later, due] = [await schedule(), await schedule({ scheduledTime: 'now' })]
  const { status, body } = await process({ action: 'process_due_posts' })
  expect([status, body]).toEqual([
    200,
    { success: true, processed: 1, errors: 0, total: 1, message: '1 of 1 due posts processed.', error: null },
  ])
  // The platform has accepted it, and reports so when polled.
  const rendered = (await details(due)).media.map(({ sha256 }) => sha256)
  const again = () => process({ action: 'process_due_posts' })
  await expect.poll(async () => (await again()) && (await details(due)).status).toBe('published')
  expect((await details(later)).status).toBe('pending')
  expect(rendered).toHaveLength(2)
  expect(await livePosts(sandbox)).toHaveLength(1)
  expect((await again()).body).toMatchObject({ success: true, total: 0, message: 'No posts are due.' })
})

test('publishes one post or draft now, once also when repeated', async () => {
  await startPublishing()
  const [later, draft] = [await schedule({ scheduledTime: inHours(48) }), await schedule({ scheduledTime: null })]
  const responses = await Promise.all([1, 2, 3].map(() => process({ action: 'process_specific_post', postId: later })))
  expect(responses.map(({ body }) => body['success'])).toEqual([true, true, true])
  expect((await details(later)).status).toBe('published')
  expect((await process({ action: 'process_specific_post', postId: draft })).body).toMatchObject({
    success: true,
    message: 'The post is published.',
  })
  expect(await livePosts(sandbox)).toHaveLength(2)
  expect((await process({ action: 'process_specific_post', postId: later })).body).toMatchObject({ success: true, total: 0 })
})

test('waits for the video of a post, which a job renders, before it is sent', { tags: ['long'] }, async () => {
  app.services.jobs.work()
  await startPublishing()
  const id = await schedule({ kind: 'video', film: { seconds: 2, crossFade: false }, scheduledTime: 'now' })
  expect((await process({ action: 'process_specific_post', postId: id })).body).toMatchObject({ success: true, processed: 1 })
  expect(await details(id)).toMatchObject({ status: 'published', media: [{ mimeType: 'video/mp4' }] })
})

test('without a worker leaves posts due and says so', async () => {
  const [due, later] = [await schedule({ scheduledTime: 'now' }), await schedule({ scheduledTime: inHours(48) })]
  const message = 'No worker is running. Due posts go out as soon as one starts.'
  expect((await process({ action: 'process_due_posts' })).body).toMatchObject({ success: true, processed: 0, total: 1, message })
  expect((await process({ action: 'process_specific_post', postId: later })).body).toMatchObject({ success: true, processed: 0, message })
  for (const id of [due, later]) expect(await details(id)).toMatchObject({ status: 'pending', delivery: 'waiting' })
  expect((await sandbox.requests('tiktok')).filter(({ path }) => path.includes('content/init'))).toEqual([])
  await startPublishing()
  await expect
    .poll(async () => [(await details(due)).status, (await details(later)).status], { timeout: 20_000 })
    .toEqual(['published', 'published'])
})

test('hides posts of other users and rejects unknown fields', async () => {
  const other = await app.buildUser()
  const id = await schedule()
  expect((await process({ action: 'process_specific_post', postId: id }, other)).status).toBe(404)
  expect((await process({ action: 'process_all' })).status).toBe(400)
  expect((await process({ action: 'process_due_posts' }, other)).body).toMatchObject({ success: true, total: 0 })
})

test('queries the creator info of the platform each time', async () => {
  const readCreator = () => user.call<TiktokCreator>('GET', `/api/v1/accounts/${account.rowId}/tiktok-creator`)
  const { body } = await readCreator()
  expect(body).toMatchObject({ username: account.username, refusal: null })
  expect(body.audiences).toContain('SELF_ONLY')
  expect((await user.fetch(body.avatarUrl ?? '')).status).toBe(200)
  const requestsBefore = (await sandbox.requests('tiktok')).filter(({ path }) => path.includes('creator_info')).length
  await readCreator()
  expect((await sandbox.requests('tiktok')).filter(({ path }) => path.includes('creator_info'))).toHaveLength(requestsBefore + 1)
  const tumblr = await connected('tumblr')
  expect((await user.call('GET', `/api/v1/accounts/${tumblr.rowId}/tiktok-creator`)).status).toBe(404)
  const { blogs } = await user.api<{ blogs: { isPrimary: boolean }[] }>('GET', `/accounts/${tumblr.rowId}/tumblr-blogs`)
  expect(blogs[0]).toMatchObject({ isPrimary: true })
  expect((await user.call('GET', `/api/v1/accounts/${account.rowId}/tumblr-blogs`)).status).toBe(404)
})
