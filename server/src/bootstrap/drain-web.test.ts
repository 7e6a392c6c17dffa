import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { Caller } from '../testing/app.ts'
import { connect } from '../testing/connecting.ts'
import { testDatabase } from '../testing/database.ts'
import { createFleet, samePersonAt } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { livePosts } from '../testing/scheduled.ts'
import { inHours, orderOf, targetOf, type MadePosts } from '../testing/scheduler.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

test('a web process that is asked to end finishes the post that an open page had it send', { timeout: 180_000 }, async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  const web = await fleet.start('web')
  const caller = new Caller(web.url)
  const person = { email: 'ann@example.org', password: 'a good password', name: 'Ann' }
  expect((await caller.call('POST', '/api/auth/sign-up/email', person)).status).toBe(200)
  const account = await connect(caller, 'tiktok')
  const targets = [targetOf('tiktok', account.accountId)]
  const { posts } = await caller.api<MadePosts>(
    'POST',
    '/scheduled-posts',
    orderOf(await caller.buildProject(), { targets, scheduledTime: inHours(24) }),
  )
  const id = posts[0]?.id ?? ''
  await database.db.pool.query('update scheduled_posts set scheduled_time = now(), next_at = now()')

  // TikTok fetches the images before it responds, and responds slowly.
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
  await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: 'slow', path: 'content/init', ms: 3000 }] })
  const page = new AbortController()
  const asked = caller.fetch('/functions/scheduled-post-processor', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'process_due_posts' }),
    signal: page.signal,
  })
  const starts = async () => (await sandbox.requests('tiktok')).filter(({ path }) => path.includes('content/init'))
  await expect.poll(starts, { timeout: 30_000 }).toHaveLength(1)
  // Closes the page, so that no open request keeps the process alive.
  page.abort()
  await expect(asked).rejects.toThrow('aborted')
  web.child.kill('SIGTERM')
  expect(await web.ended).toBe(0)
  expect(web.said()).toBe('ready\nstopped\n')
  const { rows } = await database.db.pool.query('select delivery, lease_until from scheduled_posts')
  expect(rows).toEqual([{ delivery: expect.stringMatching(/^(accepted|published)$/), lease_until: null }])

  await fleet.start('worker')
  const again = await fleet.start('web')
  const there = samePersonAt(again, caller)
  await expect
    .poll(async () => (await there.api<PostDetails>('GET', `/scheduled-posts/${id}`)).delivery, { timeout: 30_000 })
    .toBe('published')
  expect(await livePosts(sandbox)).toHaveLength(1)
  expect(await starts()).toHaveLength(1)
})
