import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportPost } from '../post-report.ts'
import { startTestApp } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { connectAccounts, livePosts, postState, seedPost } from '../../testing/scheduled.ts'
import { processPost } from '../../testing/process-posts.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

const platforms = () => sandboxPlatforms(sandbox.url)

async function start() {
  const app = await startTestApp({ platforms: platforms(), publishing: { waits: 0.05 } })
  const user = await app.buildUser()
  const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  return { app, user, account }
}

test('publishes due photos once, downloaded by the platform', async () => {
  const { app, user, account } = await start()
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'calm habits' })
  const result = await processPost(app.services, user.id, postId)
  expect(result).toEqual({ processed: 1, errors: 0, total: 1 })
  const { post, attempts, events } = await postState(app.services, postId)
  expect(post).toMatchObject({ status: 'published', delivery: 'published', nextAt: null, leaseUntil: null })
  expect(attempts).toMatchObject([{ phase: 'published', live: false, worker: app.services.publisher.worker }])
  expect(events).toEqual(['sending', 'accepted', 'published'])
  const live = await livePosts(sandbox)
  expect(live).toMatchObject([{ title: 'calm habits', account: 'sandy', publishId: post.remoteId }])
  expect(app.logged).toEqual([])
})

test('reportPost shows the state, attempts and history of a post without its texts', async () => {
  const { app, user, account } = await start()
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'calm habits' })
  expect(await reportPost(app.services.db, postId)).toMatch(/State +waiting \(pending\)[^]*A worker claims it[^]*No attempts\./)
  await processPost(app.services, user.id, postId)
  const report = await reportPost(app.services.db, postId)
  const { post } = await postState(app.services, postId)
  expect(report).toMatch(/State +published \(published\)/)
  expect(report).toMatch(
    new RegExp(`Attempts\n  1  .*  published  .*${post.remoteId}\n\nEvents\n  .*  sending .*\n  .*  accepted[^]*  published`),
  )
  expect(report).not.toContain('calm habits')
  expect(await reportPost(app.services.db, randomUUID())).toBeNull()
})
