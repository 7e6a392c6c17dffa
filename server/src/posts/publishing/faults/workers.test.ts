// @module-tag long

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSealer } from '../../../secrets/sealed.ts'
import { expireLeases } from '../../../testing/publishing-app.ts'
import { LONG_TIMEOUT, EVERY_PLATFORM, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'
import { processDue } from '../../../testing/process-posts.ts'
import { endLeases } from '../claim.ts'
import { createPublisherFromServices, createAttemptSealer, MAX_CONCURRENT_POSTS } from '../create-publishing.ts'
import { createPlatformPublishers } from '../../../platforms/registry.ts'
import type { Stage } from '../publisher-deps.ts'
import { sandboxPlatforms } from '../../../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

/** With the production timeouts, so that nothing times out during a test. */
const patientPublishers = () =>
  createPlatformPublishers(sandboxPlatforms(sandbox.url), { seal: createAttemptSealer(createSealer(randomBytes(32))) })

test('four workers send each of 200 due posts once', LONG_TIMEOUT, async () => {
  const bench = await startFaultBench(sandbox, { postings: patientPublishers() })
  const posts = await bench.posts(200)
  const { services, url } = bench.app
  bench.work()
  for (let more = 0; more < 3; more += 1) bench.work(createPublisherFromServices(services, { waits: 0.004, publicUrl: () => url }))
  await bench.waitForEnd(posts)
  const live = await bench.timesLive()
  // On a busy machine, a platform gives up downloads, reports that, and gets the post again.
  const unexpected = (await bench.states(posts)).filter(
    ({ post, attempts, events }) =>
      live.get(post.caption) !== 1 ||
      attempts.slice(0, -1).some(({ phase }) => phase !== 'failed') ||
      events.filter((kind) => kind === 'sending').length !== attempts.length,
  )
  expect(unexpected.map(({ post, events }) => ({ delivery: post.delivery, events, times: live.get(post.caption) }))).toEqual([])
  // On a busy machine, some of so many concurrent requests get no connection in time.
  expect(bench.app.logged.filter((line) => !/waits for the database|No database connection/.test(line))).toEqual([])
})

test('an unresponsive platform blocks only its own posts, and only up to its share of workers', LONG_TIMEOUT, async () => {
  const bench = await startFaultBench(sandbox, { postings: patientPublishers() })
  const stalls = Array.from({ length: MAX_CONCURRENT_POSTS }, () => ({ kind: 'silent', path: 'content/init' }))
  await bench.fault('tiktok', ...stalls)
  const posts = await bench.posts(2 * MAX_CONCURRENT_POSTS)
  const [stalled, others] = EVERY_PLATFORM.map((id) => posts.filter(({ account }) => account.platform === id)) as [FaultPost[], FaultPost[]]
  bench.work()
  await bench.waitForDelivery(stalled, 'sending')
  await bench.waitForDelivery(others, 'published')
  // A later post does not wait, either.
  await bench.waitForDelivery([await bench.post('tumblr')], 'published')
  await bench.waitForDelivery(stalled, 'sending')
})

test('a worker that shuts down finishes its posts and claims no more', async () => {
  const bench = await startFaultBench(sandbox)
  await bench.fault('tiktok', { kind: 'late', path: 'content/init', ms: 1500 })
  await bench.fault('tumblr', { kind: 'late', path: 'posts', ms: 1500 })
  const inHand = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  const worker = bench.workApart()
  const arrived = async () =>
    (await sandbox.requests('tiktok')).some(({ path }) => path.includes('content/init')) && (await sandbox.requests('tumblr')).length > 0
  await expect.poll(arrived, { timeout: 40_000 }).toBe(true)
  const next = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds: 1 })))
  const ended = worker.stop()
  await ended
  expect(worker.errors()).toBe('')
  for (const { id } of inHand) {
    const { post, attempts } = await postState(bench.app.services, id)
    expect(['accepted', 'published']).toContain(post.delivery)
    expect(post.leaseUntil).toBeNull()
    expect(attempts).toHaveLength(1)
  }
  const { rows } = await bench.app.services.db.asSystem((tx) => tx.execute(sql`select id from publish_workers`))
  expect(rows).toEqual([])
  bench.work()
  await bench.waitForEnd([...inHand, ...next])
  for (const post of [...inHand, ...next]) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})

test('a drain finishes posts of a claim that had already begun', async () => {
  const bench = await startFaultBench(sandbox)
  const { pool } = bench.app.services.db
  // The platform that is claimed first: the claim of the next one has not begun when the drain does.
  const post = await bench.post('tiktok')
  const holder = await pool.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin; lock table publish_lanes in exclusive mode')
  const processing = processDue(bench.app.services, post.userId)
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0)
  const draining = bench.publisher.drain()
  await holder.query('commit')
  await draining
  const { attempts, post: row } = await postState(bench.app.services, post.id)
  expect({ attempts: attempts.length, leaseUntil: row.leaseUntil }).toEqual({ attempts: 1, leaseUntil: null })
  expect(await processing).toBe(1)
})

/** Simulates workers that crash with all of these posts at this stage, until their leases expire. */
async function loseWorkers(
  bench: FaultBench,
  posts: readonly FaultPost[],
  { stage, times }: { stage: Stage; times: number },
): Promise<void> {
  const { services, url } = bench.app
  for (let lost = 0; lost < times; lost += 1) {
    let halted = 0
    const targets = new Set(posts.map(({ id }) => id))
    const publisher = createPublisherFromServices(services, {
      waits: 0.004,
      publicUrl: () => url,
      async onStage(reached, id) {
        if (reached !== stage || !targets.has(id)) return
        halted += 1
        await new Promise(() => undefined)
      },
    })
    await publisher.takeDue(100)
    await expect.poll(() => halted, { timeout: 30_000 }).toBe(posts.length)
    await expireLeases(bench.app)
  }
}

test('gives up a post after three workers are lost before it is sent', async () => {
  const bench = await startFaultBench(sandbox)
  const poison = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds: -60 })))
  await loseWorkers(bench, poison, { stage: 'claimed', times: 3 })
  const next = await Promise.all(poison.map(({ userId, account }) => bench.post(account.platform, { userId, account })))
  bench.work()
  await bench.waitForEnd([...poison, ...next])
  for (const post of poison) expect(await bench.verdict(post)).toEqual({ delivery: 'failed', live: 0, attempts: 0 })
  for (const post of next) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
})

test('a post that loses its workers while polling has failed, or is unconfirmed where it may be public', async () => {
  const bench = await startFaultBench(sandbox)
  const poison = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  await loseWorkers(bench, poison, { stage: 'asking', times: 10 })
  bench.work()
  await bench.waitForEnd(poison)
  for (const post of poison) {
    // Only TikTok publishes by itself what it has accepted.
    const delivery = post.account.platform === 'tiktok' ? 'unconfirmed' : 'failed'
    expect(await bench.verdict(post)).toMatchObject({ delivery, attempts: 1 })
  }
})

test('a post that loses its workers before the platform downloads a file has failed', async () => {
  const bench = await startFaultBench(sandbox)
  const poison = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  await loseWorkers(bench, poison, { stage: 'intent', times: 1 })
  await loseWorkers(bench, poison, { stage: 'asking', times: 9 })
  bench.work()
  await bench.waitForEnd(poison)
  for (const post of poison) expect(await bench.verdict(post)).toEqual({ delivery: 'failed', live: 0, attempts: 1 })
})

test('posts and accounts of dead workers go on once their leases are ended', async () => {
  const bench = await startFaultBench(sandbox)
  const { services, url } = bench.app
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  const next = await Promise.all(posts.map(({ userId, account }) => bench.post(account.platform, { userId, account })))
  const dead = createPublisherFromServices(services, { publicUrl: () => url, onStage: () => new Promise(() => undefined) })
  expect(await dead.takeDue(100)).toBe(posts.length)
  expect(await bench.publisher.takeDue(100)).toBe(0)
  await services.db.asSystem(endLeases)
  bench.work()
  await bench.waitForEnd([...posts, ...next])
  for (const post of [...posts, ...next]) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})
