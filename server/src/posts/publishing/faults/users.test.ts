// @module-tag long

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryUntilAvailable } from '../../../db/retry-until-available.ts'
import { users } from '../../../db/schema-accounts.ts'
import { socialAccounts } from '../../../db/schema-connections.ts'
import { cancelPosts } from '../../change-posts.ts'
import { LONG_TIMEOUT, EVERY_PLATFORM, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'
import { processPost } from '../../../testing/process-posts.ts'
import { createPublisherFromServices } from '../create-publishing.ts'
import type { Stage } from '../publisher-deps.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const RACES = 200
/** The stages at which the user cancels. */
const MOMENTS: readonly Stage[] = ['claimed', 'intent', 'answered']

test(`in ${RACES} races between cancelling and sending, a post is cancelled and absent, or published once`, LONG_TIMEOUT, async () => {
  const momentOf = new Map<string, Stage>()
  const cancellations: Promise<{ id: string; isCancelled: boolean }>[] = []
  const userOf = new Map<string, string>()
  const bench: FaultBench = await startFaultBench(sandbox, {
    async onStage(stage, id) {
      if (momentOf.get(id) !== stage) return
      momentOf.delete(id)
      // Not awaited: it runs concurrently with the next step.
      cancellations.push(cancelPost(id).then(({ cancelled }) => ({ id, isCancelled: cancelled.includes(id) })))
    },
  })
  // A user retries when the server is busy.
  const cancelPost = (id: string) =>
    retryUntilAvailable(() => cancelPosts({ ...bench.app.services }, userOf.get(id) ?? '', [id]), { waitMs: 40_000 })
  const posts = await bench.posts(RACES)
  for (const { id, userId } of posts) userOf.set(id, userId)
  for (const [at, { id }] of posts.entries()) momentOf.set(id, MOMENTS[at % MOMENTS.length] ?? 'claimed')
  bench.work()
  await bench.waitForEnd(posts)
  const wasCancelled = new Map((await Promise.all(cancellations)).map(({ id, isCancelled }) => [id, isCancelled]))
  expect(wasCancelled.size).toBe(RACES)
  const live = await bench.timesLive()
  const outcomes = (await bench.states(posts)).map(({ post }) => ({ post, times: live.get(post.caption) ?? 0 }))
  const wrong = outcomes.filter(({ post, times }) => {
    const isCancelled = wasCancelled.get(post.id) === true
    return isCancelled ? times !== 0 || post.delivery !== 'cancelled' : times !== 1 || post.delivery !== 'published'
  })
  expect(wrong.map(({ post, times }) => ({ delivery: post.delivery, times }))).toEqual([])
  // A recorded intent cannot be cancelled, and an unsent post always can.
  expect(posts.filter((_, at) => at % MOMENTS.length === 0).every(({ id }) => wasCancelled.has(id))).toBe(true)
  expect([...wasCancelled.values()]).toContain(true)
  expect([...wasCancelled.values()]).toContain(false)
  // This many concurrent requests may wait for a connection.
  expect(bench.app.logged.filter((line) => !line.includes('waits for the database'))).toEqual([])
})

/** As many as fit into every run; a thousand take ten times as long. */
const PAIRS = 100

test(`in ${PAIRS} races of two clicks in two tabs each post is sent once`, LONG_TIMEOUT, async () => {
  const bench = await startFaultBench(sandbox)
  // Lifts the hourly limits of the platforms.
  await Promise.all(EVERY_PLATFORM.map((platform) => sandbox.control(`/${platform}`, 'PATCH', { limited: false })))
  const { services } = bench.app
  // Another process serves the second tab.
  const second = createPublisherFromServices(services, { waits: 0.004, publicUrl: () => bench.app.url })
  const posts = await bench.posts(PAIRS)
  const press = async ({ id, userId }: FaultPost) => {
    const clicks = [bench.publisher, second, bench.publisher]
    const results = await Promise.all(clicks.map((publisher) => processPost({ ...services, publisher }, userId, id)))
    expect(results.map(({ errors }) => errors)).toEqual([0, 0, 0])
  }
  const waiting = [...posts]
  const clickAll = async (): Promise<void> => {
    for (let post = waiting.pop(); post; post = waiting.pop()) await press(post)
  }
  await Promise.all(Array.from({ length: 20 }, clickAll))
  bench.work()
  await bench.waitForEnd(posts)
  const live = await bench.timesLive()
  for (const { id, caption } of posts) {
    const { attempts, events } = await postState(services, id)
    expect({ attempts: attempts.length, events, times: live.get(caption) }).toEqual({
      attempts: 1,
      events: ['sending', 'accepted', 'published'],
      times: 1,
    })
  }
})

const STAGES: readonly Stage[] = ['claimed', 'intent', 'answered', 'recorded', 'asking']

test('a user deleted while their posts are in progress leaves no data and blocks no other post', async () => {
  const stageOf = new Map<string, Stage>()
  const userOf = new Map<string, string>()
  const bench: FaultBench = await startFaultBench(sandbox, {
    async onStage(stage, id) {
      if (stageOf.get(id) === stage)
        await bench.app.services.db.asSystem((tx) => tx.delete(users).where(eq(users.id, userOf.get(id) ?? '')))
    },
  })
  const posts: FaultPost[] = []
  for (const platform of EVERY_PLATFORM)
    for (const stage of STAGES) {
      const post = await bench.post(platform)
      posts.push(post)
      userOf.set(post.id, post.userId)
      stageOf.set(post.id, stage)
    }
  const others = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds: 1 })))
  bench.work()
  await bench.waitForEnd(others)
  await expect.poll(() => bench.publisher.inHand(), { timeout: 30_000 }).toBe(0)
  for (const other of others) expect(await bench.verdict(other)).toMatchObject({ delivery: 'published', live: 1 })
  const live = await bench.timesLive()
  for (const { caption } of posts) expect(live.get(caption) ?? 0).toBeLessThanOrEqual(1)
  await expect(postState(bench.app.services, posts[0]?.id ?? '')).rejects.toThrow('no such post')
  expect(bench.app.logged).toEqual([])
})

test('disconnecting an account while its post is in progress never duplicates it', async () => {
  const stageOf = new Map<string, Stage>()
  const rowOf = new Map<string, string>()
  const bench: FaultBench = await startFaultBench(sandbox, {
    async onStage(stage, id) {
      if (stageOf.get(id) !== stage) return
      await bench.app.services.db.asSystem((tx) => tx.delete(socialAccounts).where(eq(socialAccounts.id, rowOf.get(id) ?? '')))
    },
  })
  const posts: FaultPost[] = []
  for (const platform of EVERY_PLATFORM)
    for (const stage of STAGES) {
      const post = await bench.post(platform)
      posts.push(post)
      rowOf.set(post.id, post.account.rowId)
      stageOf.set(post.id, stage)
    }
  bench.work()
  await bench.waitForEnd(posts)
  const outcomes = new Set<string>()
  for (const post of posts) {
    const { delivery, live } = await bench.verdict(post)
    // An unsent post fails, and only a sent one can have another outcome.
    if (delivery === 'failed') expect(live).toBe(0)
    if (delivery === 'published') expect(live).toBe(1)
    outcomes.add(delivery)
  }
  expect([...outcomes].filter((delivery) => !['failed', 'published', 'unconfirmed'].includes(delivery))).toEqual([])
  expect(outcomes).toContain('failed')
  expect(bench.app.logged).toEqual([])
})
