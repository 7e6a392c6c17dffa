// @module-tag long

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireLeases } from '../../../testing/publishing-app.ts'
import { EVERY_PLATFORM, startFaultBench, type FaultBench } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'
import { createPublisherFromServices } from '../create-publishing.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Longest delay of a retry with its jitter, and the steps of a post that goes out. */
const LONGEST_RETRY_SECONDS = 900 * 1.5 + 2 * MINUTE
const POSTS_PER_PLATFORM = 4

/** Simulates that time passes: moves all times of posts and attempts into the past. */
async function passTime({ app }: FaultBench, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  await app.services.db.asSystem((tx) =>
    tx.execute(sql`
      with posts as (update scheduled_posts set scheduled_time = scheduled_time - ${by}, next_at = next_at - ${by}),
        attempts as (update publish_attempts set started_at = started_at - ${by}),
        events as (update post_events set at = at - ${by})
      update publish_lanes set paused_until = paused_until - ${by}, starts = array(select at - ${by} from unnest(starts) as at)`),
  )
}

interface PostProgress extends Record<string, unknown> {
  id: string
  status: string
  detail: string | null
  /** Seconds until it is due; null once it has ended. */
  seconds: number | null
}

async function readProgress({ app }: FaultBench): Promise<PostProgress[]> {
  const { rows } = await app.services.db.asSystem((tx) =>
    tx.execute<PostProgress>(sql`
      select p.id, p.status, p.detail,
        case when p.next_at is not null then extract(epoch from greatest(p.next_at, l.paused_until) - clock_timestamp())::float8 end as seconds
      from scheduled_posts p join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id`),
  )
  return rows
}

/** Seconds until the next post is due; null when all have ended. */
function secondsUntilNext(posts: readonly PostProgress[]): number | null {
  const waits = posts.map(({ seconds }) => seconds).filter((seconds) => seconds !== null)
  return waits.length === 0 ? null : Math.min(...waits)
}

/** Half of the requests get a 503, and half no answer. */
function setOutage(isOn: boolean): Promise<unknown[]> {
  const faults = isOn
    ? [
        { rate: 0.5, fault: { kind: '503' } },
        { rate: 0.5, fault: { kind: 'dropped' } },
      ]
    : []
  return Promise.all(EVERY_PLATFORM.map((provider) => sandbox.control('/chances', 'PUT', { provider, faults })))
}

/** Deterministic values between 0 and 1. */
function createRandom(): () => number {
  let last = 1
  return () => (last = (last * 16_807) % 2_147_483_647) / 2_147_483_647
}

interface Run {
  /** Texts that each post showed during the outage. */
  details: Map<string, string[]>
  /** Seconds from the end of the outage until each post was published. */
  delays: Map<string, number>
}

/** During an outage, time passes in steps of at least this share of what is left of it: long ones first, which try many posts together. */
const STEP_SHARE = 0.1

/** Publishes through an outage; the clock moves to the next due post whenever nothing is in progress. */
async function publishThrough(bench: FaultBench, seconds: number): Promise<Run> {
  const run: Run = { details: new Map(), delays: new Map() }
  let [elapsed, isOver] = [0, false]
  await setOutage(true)
  for (;;) {
    await bench.publisher.takeDue(1000)
    await expect.poll(() => bench.publisher.inHand(), { timeout: 60_000 }).toBe(0)
    const posts = await readProgress(bench)
    for (const { id, status, detail } of posts) {
      if (status === 'published' && !run.delays.has(id)) run.delays.set(id, elapsed - seconds)
      if (detail !== null && !isOver) run.details.set(id, [...(run.details.get(id) ?? []), detail])
    }
    const wait = secondsUntilNext(posts)
    if (wait === null) return run
    const next = Math.max(wait, 0) + 0.001
    const left = seconds - elapsed
    const step = isOver ? next : Math.min(Math.max(next, left * STEP_SHARE), left)
    await passTime(bench, step)
    elapsed += step
    if (isOver || elapsed < seconds) continue
    isOver = true
    await setOutage(false)
  }
}

test.each([
  ['10 s', 10],
  ['2 min', 2 * MINUTE],
  ['1 h', HOUR],
  ['6 h', 6 * HOUR],
])('every network publishes each post once after an outage of %s', { timeout: 400_000 }, async (_name, seconds) => {
  const bench = await startFaultBench(sandbox, { waits: 1, random: createRandom() })
  const posts = await bench.posts(POSTS_PER_PLATFORM * EVERY_PLATFORM.length)
  const { details, delays } = await publishThrough(bench, seconds)
  for (const verdict of await Promise.all(posts.map(bench.verdict))) expect(verdict).toMatchObject({ delivery: 'published', live: 1 })
  for (const { id } of posts) {
    expect(delays.get(id)).toBeGreaterThanOrEqual(0)
    expect(delays.get(id)).toBeLessThanOrEqual(LONGEST_RETRY_SECONDS)
    expect(details.get(id)?.[0]).toMatch(/(doesn’t answer|cannot be reached right now)\. (Trying again|Next try at \d\d:\d\d [AP]M)\.$/)
  }
  if (seconds < HOUR) return
  // They don't all come at once.
  expect(new Set([...delays.values()].map((delay) => Math.floor(delay / MINUTE))).size).toBeGreaterThan(5)
  for (const { id } of posts) expect(details.get(id)?.at(-1)).toMatch(/ Next try at \d\d:\d\d [AP]M\.$/)
  expect(bench.notifications).toEqual([])
})

/** A worker that dies between its intent and its request. */
async function loseWorker({ app }: FaultBench): Promise<void> {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const publisher = createPublisherFromServices(app.services, {
    publicUrl: () => app.url,
    async onStage(stage) {
      if (stage !== 'intent') return
      resolve()
      await new Promise(() => undefined)
    },
  })
  expect(await publisher.takeDue(1)).toBe(1)
  await reached
  await expireLeases(app)
}

test('the attempts of killed workers leave the delay as short as it is', async () => {
  const bench = await startFaultBench(sandbox, { waits: 1 })
  const post = await bench.post('tiktok')
  for (let kill = 1; kill <= 6; kill += 1) {
    await loseWorker(bench)
    expect(await bench.publisher.takeDue(1)).toBe(1)
    await expect.poll(() => bench.publisher.inHand()).toBe(0)
    expect((await postState(bench.app.services, post.id)).post).toMatchObject({
      delivery: 'waiting',
      detail: 'It did not arrive at TikTok. Trying again.',
    })
    expect(secondsUntilNext(await readProgress(bench))).toBeLessThan(2)
    // TikTok allows six posts per minute.
    await passTime(bench, MINUTE)
  }
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 7 })
})
