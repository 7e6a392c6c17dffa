// @module-tag long

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postEvents, postMedia } from '../../../db/schema-publishing.ts'
import { retryPost } from '../../retry-and-remove.ts'
import { startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const failPosts = (times: number) =>
  sandbox.control('/tiktok/fail-posts', 'POST', { reasons: Array<string>(times).fill('photo_pull_failed') })
/** TikTok fails before the post is sent. */
const unreachable = (times: number) => Array.from({ length: times }, () => ({ kind: '500', path: 'creator_info' }))

async function phasesOf({ app }: FaultBench, { id }: FaultPost): Promise<string[]> {
  return (await postState(app.services, id)).attempts.map(({ phase }) => phase)
}

async function eventsOf({ app }: FaultBench, { id }: FaultPost) {
  return app.services.db.asSystem((tx) =>
    tx.select({ kind: postEvents.kind, text: postEvents.text }).from(postEvents).where(eq(postEvents.postId, id)).orderBy(postEvents.id),
  )
}

/** Simulates that the post is 25 hours late. */
async function makeLate({ app }: FaultBench, { id, account }: FaultPost): Promise<void> {
  await app.services.db.asSystem(async (tx) => {
    await tx.execute(sql`update scheduled_posts set scheduled_time = now() - interval '25 hours', next_at = now() where id = ${id}`)
    await tx.execute(sql`update publish_lanes set paused_until = null where account_id = ${account.accountId}`)
  })
}

test('attempts that do not reach the platform do not count when it fails later', async () => {
  const bench = await startFaultBench(sandbox)
  await bench.fault('tiktok', ...unreachable(4))
  await failPosts(1)
  const post = await bench.post('tiktok')
  bench.work()
  await bench.waitForEnd([post])
  expect(await phasesOf(bench, post)).toEqual([...Array<string>(4).fill('postponed'), 'failed', 'published'])
})

test('attempts that do not reach the platform do not count when a response is lost later', async () => {
  const bench = await startFaultBench(sandbox)
  await bench.fault('tiktok', ...unreachable(4), { kind: 'dropped', path: 'content/init' })
  const post = await bench.post('tiktok')
  bench.work()
  await bench.waitForEnd([post])
  expect(await phasesOf(bench, post)).toEqual([...Array<string>(4).fill('postponed'), 'lost', 'published'])
})

test('five failures end a post, and a retry by the user allows five more', async () => {
  const bench = await startFaultBench(sandbox)
  await failPosts(5)
  const post = await bench.post('tiktok')
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toEqual({ delivery: 'failed', live: 0, attempts: 5 })
  // Simulates that a minute has passed since the first five.
  await bench.app.services.db.asSystem((tx) => tx.execute(sql`update publish_lanes set starts = '{}'`))
  await sandbox.control('/tiktok', 'PATCH', { startsAMinute: 20 })
  await failPosts(1)
  await retryPost(bench.app.services, post.userId, { id: post.id, scheduledTime: 'now' })
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 7 })
})

test('a post that waits for a retry shows the reason without advice', async () => {
  const bench = await startFaultBench(sandbox, { waits: 1 })
  await failPosts(1)
  const post = await bench.post('tiktok')
  bench.work()
  await bench.waitForDelivery([post], 'waiting')
  await expect.poll(() => phasesOf(bench, post), { timeout: 30_000 }).toEqual(['failed'])
  const { detail } = (await postState(bench.app.services, post.id)).post
  expect(detail).toBe('TikTok could not fetch the pictures from this server. Trying again.')
  expect((await eventsOf(bench, post)).at(-1)).toEqual({ kind: 'failed', text: 'TikTok could not fetch the pictures from this server.' })
})

const NOT_IN_TIME = (reason: string) => `We couldn't publish this within 24 hours: ${reason} Reschedule it to try again.`
const OFFLINE = 'Missed while offline: nothing was publishing for more than 24 hours after its time. Reschedule it to send it now.'

test('a missed post names its last error, or that the publisher was offline', async () => {
  const bench = await startFaultBench(sandbox)
  await bench.fault('tumblr', { kind: '429', path: 'posts', retryAfter: 3600 })
  const tried = await bench.post('tumblr')
  const untried = await bench.post('tumblr', { inSeconds: 3600 })
  bench.work()
  await expect.poll(() => phasesOf(bench, tried), { timeout: 30_000 }).toEqual(['postponed'])
  for (const post of [tried, untried]) await makeLate(bench, post)
  await bench.waitForEnd([tried, untried])
  const errors = (await bench.states([tried, untried])).map(({ post: { errorCode, errorMessage } }) => ({ errorCode, errorMessage }))
  expect(errors).toEqual([
    { errorCode: 'not_in_time', errorMessage: NOT_IN_TIME('Tumblr is limiting requests for now.') },
    { errorCode: 'missed', errorMessage: OFFLINE },
  ])
  for (const post of [tried, untried]) expect(await bench.verdict(post)).toMatchObject({ delivery: 'missed', live: 0 })

  // Attempts for the previous time don't count for the new one.
  await retryPost(bench.app.services, tried.userId, { id: tried.id, scheduledTime: new Date(Date.now() + 3_600_000).toISOString() })
  await makeLate(bench, tried)
  await bench.waitForEnd([tried])
  expect((await postState(bench.app.services, tried.id)).post.errorMessage).toBe(OFFLINE)
})

test('records an internal error before sending once, and names it when the post is missed', async () => {
  // Without a renderer, a post without media cannot be rendered.
  const bench = await startFaultBench(sandbox, { settings: { logLevel: 'silent', renderer: null } })
  const post = await bench.post('tumblr')
  await bench.app.services.db.asSystem((tx) => tx.delete(postMedia))
  for (let times = 0; times < 2; times += 1) {
    await expect.poll(() => bench.publisher.takeDue(1), { timeout: 30_000 }).toBe(1)
    await expect.poll(() => bench.publisher.inHand()).toBe(0)
  }
  expect(await eventsOf(bench, post)).toEqual([{ kind: 'postponed', text: 'Something went wrong here.' }])
  await makeLate(bench, post)
  bench.work()
  await bench.waitForEnd([post])
  expect((await postState(bench.app.services, post.id)).post.errorMessage).toBe(NOT_IN_TIME('Something went wrong here.'))
})
