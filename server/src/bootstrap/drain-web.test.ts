// @module-tag long

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { Caller } from '../testing/app.ts'
import { connect } from '../testing/connecting.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createFleet, type Fleet, type FleetProcess } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { livePosts } from '../testing/scheduled.ts'
import { inHours, postRequest, targetOf, type CreatedPosts } from '../testing/scheduler.ts'

/** Far above the duration of any step on a busy machine. */
const BUSY = { timeout: 30_000 }
const LONG_TIMEOUT = { timeout: 180_000 }

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const NO_WORKER = 'No worker is running. Due posts go out as soon as one starts.'

/** A web process, and a post of a user who is signed in there. */
async function startWeb() {
  await sandbox.reset()
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  const web = await fleet.start('web')
  const caller = new Caller(web.url)
  const credentials = { email: 'ann@example.org', password: 'a good password', name: 'Ann' }
  expect((await caller.call('POST', '/api/auth/sign-up/email', credentials)).status).toBe(200)
  const account = await connect(caller, 'tiktok')
  const targets = [targetOf('tiktok', account.accountId)]
  const order = postRequest(await caller.buildProject(), { targets, scheduledTime: inHours(24) })
  const { posts } = await caller.api<CreatedPosts>('POST', '/scheduled-posts', order)
  return { database, fleet, web, caller, id: posts[0]?.id ?? '' }
}

const makeDue = ({ db }: TestDatabase) => db.pool.query('update scheduled_posts set scheduled_time = now(), next_at = now()')
const starts = async () => (await sandbox.requests('tiktok')).filter(({ path }) => path.includes('content/init'))

/** TikTok fetches the photos before it responds, and responds slowly. */
async function slowDown(): Promise<void> {
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
  await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: 'slow', path: 'content/init', ms: 3000 }] })
}

/** The processes that sent posts, by their ids. */
async function sentBy({ db }: TestDatabase): Promise<number[]> {
  const { rows } = await db.pool.query<{ worker: string }>('select worker from publish_attempts order by started_at')
  return rows.map(({ worker }) => Number.parseInt(worker, 10))
}

/** A worker whose files platforms download from the web process, which has seen its heartbeat. */
async function startWorker(fleet: Fleet, web: FleetProcess): Promise<FleetProcess> {
  const worker = await fleet.start('worker', { PUBLIC_URL: web.url })
  const readyz = async () => (await (await fetch(`${web.url}/readyz`)).json()) as { worker: { isAlive: boolean } }
  await expect.poll(async () => (await readyz()).worker.isAlive, { timeout: 30_000 }).toBe(true)
  return worker
}

test('a web process sends no posts: it reports missing workers and hands requests to a worker', LONG_TIMEOUT, async () => {
  const { database, fleet, web, caller, id } = await startWeb()
  const process = (body: object) => caller.call<{ message: string; total: number }>('POST', '/functions/scheduled-post-processor', body)
  expect((await process({ action: 'process_specific_post', postId: id })).body).toMatchObject({
    success: true,
    processed: 0,
    message: NO_WORKER,
  })
  await makeDue(database)
  expect((await process({ action: 'process_due_posts' })).body).toMatchObject({ success: true, processed: 0, message: NO_WORKER })
  const { rows } = await database.db.pool.query('select delivery, worker from scheduled_posts')
  expect(rows).toEqual([{ delivery: 'waiting', worker: null }])
  expect(await starts()).toEqual([])

  await database.db.pool.query(`update scheduled_posts set scheduled_time = now() + interval '1 day', next_at = now() + interval '1 day'`)
  const worker = await startWorker(fleet, web)
  const { body } = await process({ action: 'process_specific_post', postId: id })
  expect(body).toMatchObject({ success: true, processed: 1, errors: 0, total: 1 })
  await expect.poll(async () => (await caller.api<PostDetails>('GET', `/scheduled-posts/${id}`)).delivery, BUSY).toBe('published')
  expect(await sentBy(database)).toEqual([worker.child.pid])
  expect(await livePosts(sandbox)).toHaveLength(1)
})

test('a post is sent once, whichever process shuts down meanwhile', LONG_TIMEOUT, async () => {
  const { database, fleet, web, caller } = await startWeb()
  const worker = await startWorker(fleet, web)
  await slowDown()
  await makeDue(database)
  const processing = caller.fetch('/functions/scheduled-post-processor', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'process_due_posts' }),
  })
  await expect.poll(starts, BUSY).toHaveLength(1)
  const { pool } = database.db
  const downloads = async () => (await pool.query('select bool_and(fetched_at is not null) as done from pull_links')).rows
  await expect.poll(downloads, BUSY).toEqual([{ done: true }])
  // The open request returns the state at shutdown.
  web.child.kill('SIGTERM')
  expect((await processing).status).toBe(200)
  expect(await web.ended).toBe(0)
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
  for (const each of [web, worker]) expect(each.output()).toBe('ready\nstopped\n')
  const { rows } = await database.db.pool.query('select delivery, lease_until from scheduled_posts')
  expect(rows).toEqual([{ delivery: expect.stringMatching(/^(accepted|published)$/), lease_until: null }])

  await fleet.start('worker')
  const delivery = async () =>
    (await database.db.pool.query<{ delivery: string }>('select delivery from scheduled_posts')).rows[0]?.delivery
  await expect.poll(delivery, BUSY).toBe('published')
  expect(await livePosts(sandbox)).toHaveLength(1)
  expect(await starts()).toHaveLength(1)
  expect(await sentBy(database)).toEqual([worker.child.pid])
})

test('a process of all roles completes its posts during shutdown', LONG_TIMEOUT, async () => {
  const { database, fleet } = await startWeb()
  const all = await fleet.start('all')
  await slowDown()
  await makeDue(database)
  await expect.poll(starts, BUSY).toHaveLength(1)
  all.child.kill('SIGTERM')
  expect(await all.ended).toBe(0)
  const { rows } = await database.db.pool.query('select delivery, lease_until from scheduled_posts')
  expect(rows).toEqual([{ delivery: expect.stringMatching(/^(accepted|published)$/), lease_until: null }])
  expect(await sentBy(database)).toEqual([all.child.pid])
})
