// @module-tag long

import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { databaseNow, seeDatabaseTime } from '../../../database-clock.ts'
import { followDatabaseClock } from '../../../db/follow-clock.ts'
import { countUse } from '../../../db/rate-window.ts'
import { socialAccounts } from '../../../db/schema-connections.ts'
import { retryAfter } from '../../../providers/read-response.ts'
import { createStripe } from '../../../providers/stripe/client.ts'
import { sandboxStripe } from '../../../providers/stripe/settings.ts'
import { signingTime } from '../../../platforms/tumblr/signature.ts'
import { createUrlSigner } from '../../../photos/signed-url.ts'
import { retryPost } from '../../retry-and-remove.ts'
import { EVERY_PLATFORM, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { livePosts, postState } from '../../../testing/scheduled.ts'
import { MACHINE_CLOCKS } from '../lease.ts'
import type { Stage } from '../publisher-deps.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const HOUR = 3600
const STAGES: readonly Stage[] = ['claimed', 'intent', 'answered', 'recorded', 'asking']

test('a worker whose clock jumps by an hour publishes each post once and none early', async () => {
  let ahead = 0
  const jumpOf = new Map<string, { stage: Stage; by: number }>()
  const bench: FaultBench = await startFaultBench(sandbox, {
    leaseSeconds: 4,
    clocks: { steady: MACHINE_CLOCKS.steady, wall: () => MACHINE_CLOCKS.wall() + ahead },
    async onStage(stage, id) {
      const jump = jumpOf.get(id)
      if (jump?.stage !== stage) return
      jumpOf.delete(id)
      ahead += jump.by * HOUR * 1000
    },
  })
  const early = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds: HOUR / 2 })))
  const posts: FaultPost[] = []
  for (const platform of EVERY_PLATFORM)
    for (const stage of STAGES)
      for (const by of [1, -1]) {
        const post = await bench.post(platform)
        jumpOf.set(post.id, { stage, by })
        posts.push(post)
      }
  bench.work()
  await bench.waitForEnd(posts)
  expect(jumpOf.size).toBe(0)
  for (const post of posts) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
  for (const { id } of early) expect((await postState(bench.app.services, id)).post.delivery).toBe('waiting')
  expect(await livePosts(sandbox)).toHaveLength(posts.length)
  expect(bench.app.logged).toEqual([])
})

test('claims a post at its time by the database clock, and never early', async () => {
  const bench = await startFaultBench(sandbox)
  const posts = await Promise.all([1, 2].flatMap((inSeconds) => EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds }))))
  bench.work()
  await bench.waitForEnd(posts)
  const { rows } = await bench.app.services.db.asSystem((tx) =>
    tx.execute<{ early: number }>(sql`
      select count(*)::int as early from publish_attempts a join scheduled_posts p on p.id = a.post_id where a.started_at < p.scheduled_time`),
  )
  expect(rows).toEqual([{ early: 0 }])
})

/** Hours without a publisher, and whether posts still go out afterwards. */
const DOWNTIMES = [
  { hours: 1, isLate: true },
  { hours: 6, isLate: true },
  { hours: 72, isLate: false },
] as const

test.each(DOWNTIMES)(
  'after $hours hours of downtime publishes posts oldest first, or marks them as missed until rescheduled',
  async ({ hours, isLate }) => {
    const bench = await startFaultBench(sandbox)
    const posts: FaultPost[] = []
    for (const platform of EVERY_PLATFORM) {
      const user = await bench.user(platform)
      // Not in order of their times.
      for (const minutes of [20, 40, 0, 30])
        posts.push(await bench.post(platform, { ...user, caption: `${platform} ${minutes}`, inSeconds: -hours * HOUR + minutes * 60 }))
    }
    bench.work()
    await bench.waitForEnd(posts)
    const captionsInOrder = async () => {
      const { rows } = await bench.app.services.db.asSystem((tx) =>
        tx.execute<{ caption: string }>(
          sql`select p.caption from publish_attempts a join scheduled_posts p on p.id = a.post_id order by a.started_at`,
        ),
      )
      return rows.map(({ caption }) => caption)
    }
    if (isLate) {
      for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
      const captions = await captionsInOrder()
      for (const platform of EVERY_PLATFORM)
        expect(captions.filter((caption) => caption.startsWith(platform))).toEqual(
          [0, 20, 30, 40].map((minutes) => `${platform} ${minutes}`),
        )
      return
    }
    for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'missed', live: 0, attempts: 0 })
    expect(await captionsInOrder()).toEqual([])
    for (const { id, userId } of posts) await retryPost(bench.app.services, userId, { id, scheduledTime: 'now' })
    await bench.waitForEnd(posts)
    for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
  },
)

test('polls a post that was sent before three days of downtime, also when its platform fails at first', async () => {
  const bench = await startFaultBench(sandbox)
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  await bench.fault('tumblr', { kind: '500', path: 'posts/75' })
  await bench.publisher.takeDue(10)
  await bench.waitForDelivery(posts, 'accepted')
  await expect.poll(() => bench.publisher.inHand(), { timeout: 30_000 }).toBe(0)
  const elapsed = sql`interval '72 hours'`
  await bench.app.services.db.asSystem(async (tx) => {
    await tx.execute(sql`update scheduled_posts set scheduled_time = scheduled_time - ${elapsed}, next_at = next_at - ${elapsed}`)
    await tx.execute(sql`update publish_attempts set started_at = started_at - ${elapsed}`)
  })
  await bench.fault('tiktok', { kind: '500', path: 'status/fetch' })
  await bench.fault('tumblr', { kind: '500', path: 'posts/75' })
  bench.work()
  await bench.waitForEnd(posts)
  for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})

const realNow = Date.now

/** Sets this machine's clock wrong, while the database and the platforms have the right time. */
function setMachineClock(aheadSeconds: number): void {
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadSeconds * 1000)
  onTestFinished(() => clock.mockRestore())
}
// Resets the clock that a test changed.
afterEach(() => seeDatabaseTime(realNow()))

const accountStates = async (bench: FaultBench) =>
  (await bench.app.services.db.asSystem((tx) => tx.select({ state: socialAccounts.state }).from(socialAccounts))).map(({ state }) => state)

test.each([HOUR, -HOUR])('a worker whose clock is %i s ahead loses no account and publishes', async (ahead) => {
  const bench = await startFaultBench(sandbox)
  setMachineClock(ahead)
  const clock = await followDatabaseClock(bench.app.services.db, bench.app.services.log)
  onTestFinished(() => clock.stop())
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  bench.work()
  await bench.waitForEnd(posts)
  for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
  expect(await accountStates(bench)).toEqual(EVERY_PLATFORM.map(() => 'active'))
})

test('uses the time of the platform’s response when the database clock is wrong, too', async () => {
  const bench = await startFaultBench(sandbox)
  const post = await bench.post('tumblr')
  seeDatabaseTime(Date.now() + HOUR * 1000)
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
  expect(await accountStates(bench)).toEqual(['active'])
  expect(Math.abs(signingTime() - Date.now() / 1000)).toBeLessThan(60)
})

test('signatures, links and rate windows use the database clock', async () => {
  const bench = await startFaultBench(sandbox)
  const { url, services } = bench.app
  const start = Date.now()
  setMachineClock(HOUR)
  const clock = await followDatabaseClock(services.db, services.log)
  onTestFinished(() => clock.stop())
  expect(Math.abs(databaseNow() - start)).toBeLessThan(60_000)
  const seconds = Math.floor(start / 1000)

  const body = JSON.stringify({ client_key: 'aw1sandbox', event: 'of.tomorrow', create_time: seconds, user_openid: 'a-user' })
  const signed = (secret: string, by: number) => createHmac('sha256', secret).update(`${by}.${body}`).digest('hex')
  const post = (by: number) => {
    const headers = { 'content-type': 'application/json', 'tiktok-signature': `t=${by},s=${signed('tiktok-sandbox-secret', by)}` }
    return fetch(`${url}/webhooks/tiktok`, { method: 'POST', headers, body })
  }
  expect([(await post(seconds)).status, (await post(seconds + HOUR)).status]).toEqual([200, 400])

  const stripe = createStripe(sandboxStripe(sandbox.url))
  const event = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'of.tomorrow', created: seconds, livemode: false, data: { object: {} } }))
  const stripeSigned = (by: number) =>
    `t=${by},v1=${createHmac('sha256', sandboxStripe(sandbox.url).webhookSecret).update(`${by}.`).update(event).digest('hex')}`
  expect(await stripe.readEvent(event, stripeSigned(seconds))).not.toBeNull()
  expect(await stripe.readEvent(event, stripeSigned(seconds - 301))).toBeNull()

  const signer = createUrlSigner(services.config)
  const elsewhere = createUrlSigner(services.config, () => start)
  expect(elsewhere.verify(signer.sign('/files/x'))).toBe('/files/x')

  const key = 'a window of two machines'
  await countUse(services.db, key, HOUR * 1000)
  const { secondsLeft } = await countUse(services.db, key, HOUR * 1000)
  const { rows } = await services.db.pool.query<{ at: string }>('select last_request as at from rate_limits where key = $1', [key])
  expect(Math.abs(Number(rows[0]?.at) - start)).toBeLessThan(60_000)
  expect(secondsLeft).toBeLessThanOrEqual(HOUR)

  const when = (date: string) => new Date(Date.parse(date) + 90_000).toUTCString()
  const serverDate = 'Mon, 02 Feb 2026 10:00:00 GMT'
  expect(retryAfter(new Response(null, { headers: { date: serverDate, 'retry-after': when(serverDate) } }))).toBe(90)
})
