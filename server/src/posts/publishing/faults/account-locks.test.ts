// @module-tag long

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealer } from '../../../secrets/sealed.ts'
import { LONG_TIMEOUT, startFaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { connectAccounts, postState } from '../../../testing/scheduled.ts'
import { createPlatformPublishers } from '../../../platforms/registry.ts'
import { createAttemptSealer } from '../create-publishing.ts'
import { processPost } from '../../../testing/process-posts.ts'
import { sandboxPlatforms } from '../../../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('reserves workers for polling sent posts while many others wait to be sent', async () => {
  const taken: string[] = []
  const bench = await startFaultBench(sandbox, {
    atOnce: 8,
    async onStage(stage, id) {
      if (stage !== 'claimed') return
      taken.push(id)
      // Occupies all workers.
      await new Promise(() => undefined)
    },
  })
  const waiting = await Promise.all(Array.from({ length: 12 }, (_, at) => bench.post('tiktok', { inSeconds: at - 600 })))
  const sent = await Promise.all(Array.from({ length: 4 }, () => bench.post('tiktok', { inSeconds: -900 })))
  const [first, ...others] = sent
  // Sent long ago, and polled again after all the others were due.
  for (const [at, { id }] of sent.entries()) await setNext(id, -10 + at)
  expect(await bench.publisher.takeDue(Number.MAX_SAFE_INTEGER)).toBe(8)
  await expect.poll(() => taken.length).toBe(8)
  const oldest = waiting.slice(0, 6).map(({ id }) => id)
  expect(new Set(taken)).toEqual(new Set([...oldest, first?.id, others[0]?.id]))
  // All workers are busy, also those reserved for sent posts.
  expect(await bench.publisher.takeDue(Number.MAX_SAFE_INTEGER)).toBe(0)

  async function setNext(id: string, seconds: number): Promise<void> {
    await bench.app.services.db.asSystem((tx) =>
      tx.execute(
        sql`update scheduled_posts set delivery = 'accepted', next_at = now() + make_interval(secs => ${seconds}) where id = ${id}`,
      ),
    )
  }
})

test('polling uses all workers when no post waits to be sent', async () => {
  let taken = 0
  const bench = await startFaultBench(sandbox, {
    atOnce: 4,
    async onStage(stage) {
      if (stage === 'claimed') taken += 1
      await new Promise(() => undefined)
    },
  })
  const sent = await Promise.all(Array.from({ length: 4 }, () => bench.post('tumblr', { inSeconds: -60 })))
  await bench.app.services.db.asSystem((tx) => tx.execute(sql`update scheduled_posts set delivery = 'accepted'`))
  expect(await bench.publisher.takeDue(Number.MAX_SAFE_INTEGER)).toBe(sent.length)
  await expect.poll(() => taken).toBe(sent.length)
})

test('a user with unresponsive accounts does not block other users', LONG_TIMEOUT, async () => {
  const platforms = sandboxPlatforms(sandbox.url)
  // With the production timeouts, so that nothing times out during the test.
  const postings = createPlatformPublishers(platforms, { seal: createAttemptSealer(createSealer(randomBytes(32))) })
  const bench = await startFaultBench(sandbox, { postings, atOnce: 6, userPostsMax: 2 })
  const { userId } = await bench.user('tiktok')
  const accounts = await connectAccounts(bench.app.services, sandbox, { userId, platform: 'tiktok', count: 6, from: 700 })
  await bench.fault('tiktok', { kind: 'silent', path: 'content/init' }, { kind: 'silent', path: 'content/init' })
  const stalled = await Promise.all(accounts.map((account, at) => bench.post('tiktok', { userId, account, inSeconds: at - 60 })))
  const deliveryOf = async ({ id }: FaultPost) => (await postState(bench.app.services, id)).post.delivery
  bench.work()
  await bench.waitForDelivery(stalled.slice(0, 2), 'sending')
  const others = await Promise.all(Array.from({ length: 6 }, () => bench.post('tiktok')))
  await bench.waitForDelivery(others, 'published')
  expect(await Promise.all(stalled.map(deliveryOf))).toEqual(['sending', 'sending', 'waiting', 'waiting', 'waiting', 'waiting'])
})

test('rate-limited accounts resume with jitter and not before the requested time', async () => {
  const chances = [0.25, 0.75]
  const bench = await startFaultBench(sandbox, { random: () => chances.shift() ?? 0 })
  await bench.fault('tiktok', ...[1, 2].map(() => ({ kind: '429', path: 'content/init', retryAfter: 100 })))
  const posts = await Promise.all([bench.post('tiktok'), bench.post('tiktok')])
  for (const { userId, id } of posts) await processPost(bench.app.services, userId, id)
  const { rows } = await bench.app.services.db.asSystem((tx) =>
    tx.execute<{ wait: number }>(sql`
      select extract(epoch from p.next_at - e.at)::float8 as wait
      from scheduled_posts p join post_events e on e.post_id = p.id and e.kind = 'postponed' order by wait`),
  )
  expect(rows.map(({ wait }) => Math.round(wait))).toEqual([105, 115])
})
