// @module-tag long

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { EVERY_PLATFORM, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'
import { processPost } from '../../../testing/process-posts.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const HOUR = 3600

/** Faults that make a platform ask for a pause of an hour at each step of a post, and the state of the post then. */
const PAUSES: readonly { platform: PlatformId; at: string; faults: Record<string, unknown>[]; delivery: string }[] = [
  { platform: 'tiktok', at: 'creator_info', faults: [], delivery: 'waiting' },
  { platform: 'tiktok', at: 'content/init', faults: [], delivery: 'waiting' },
  { platform: 'tiktok', at: 'status/fetch', faults: [], delivery: 'accepted' },
  { platform: 'tumblr', at: 'posts', faults: [], delivery: 'waiting' },
  { platform: 'tumblr', at: 'posts/draft', faults: [{ kind: 'lost', path: 'posts' }], delivery: 'uncertain' },
  { platform: 'tumblr', at: 'posts/75', faults: [], delivery: 'accepted' },
]

/** Seconds until the platform accepts requests for the account, by the database's clock. */
async function pauseOf({ app }: FaultBench, { id, account }: FaultPost) {
  const { rows } = await app.services.db.asSystem((tx) =>
    tx.execute<{ post: number; lane: number }>(sql`
      select extract(epoch from p.next_at - now())::float8 as post, extract(epoch from l.paused_until - now())::float8 as lane
      from scheduled_posts p join publish_lanes l on l.account_id = ${account.accountId} where p.id = ${id}`),
  )
  return rows[0] ?? { post: 0, lane: 0 }
}

/** Simulates that this time has passed. */
async function advanceClock({ app }: FaultBench, seconds: number): Promise<void> {
  const elapsed = sql`make_interval(secs => ${seconds})`
  await app.services.db.asSystem(async (tx) => {
    await tx.execute(sql`update scheduled_posts set next_at = next_at - ${elapsed} where next_at > now()`)
    await tx.execute(sql`update publish_lanes set paused_until = paused_until - ${elapsed}`)
  })
}

/** How many requests each platform received. */
const countCalls = () => Promise.all(EVERY_PLATFORM.map(async (platform) => (await sandbox.requests(platform)).length))

test('a pause requested by a platform holds to the second at any step, for that account only', async () => {
  const bench = await startFaultBench(sandbox)
  const { publisher } = bench
  const paused: FaultPost[] = []
  for (const { platform, at, faults, delivery } of PAUSES) {
    await bench.fault(platform, ...faults, { kind: '429', path: at, retryAfter: HOUR })
    const post = await bench.post(platform)
    // A second post of the account must not be sent, either.
    const second = await bench.post(platform, { userId: post.userId, account: post.account })
    await expect
      .poll(
        async () => {
          await processPost(bench.app.services, post.userId, post.id)
          return (await pauseOf(bench, post)).lane
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(HOUR - 120)
    const state = await postState(bench.app.services, post.id)
    expect({ at, delivery: state.post.delivery }).toEqual({ at, delivery })
    expect(state.post.detail).toMatch(/limiting|cannot be reached|again/)
    expect((await pauseOf(bench, post)).lane).toBeLessThanOrEqual(HOUR)
    paused.push(post, second)
  }
  const callsBefore = await countCalls()
  expect(await publisher.takeDue(100)).toBe(0)
  for (const { userId, id } of paused) await processPost(bench.app.services, userId, id)
  expect(await countCalls()).toEqual(callsBefore)

  // Other accounts don't wait with them.
  bench.work()
  const others = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  await bench.waitForEnd(others)
  for (const other of others) expect(await bench.verdict(other)).toMatchObject({ delivery: 'published', live: 1 })
  for (const post of paused) expect((await postState(bench.app.services, post.id)).post.status).toBe('pending')

  await advanceClock(bench, HOUR)
  await bench.waitForEnd(paused)
  for (const post of paused) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
  expect(bench.app.logged).toEqual([])
})
