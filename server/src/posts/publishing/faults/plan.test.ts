// @module-tag long

import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantPlan } from '../../../billing/grant-plan.ts'
import { startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const HOUR = 3600
const setPlan = ({ app }: FaultBench, { userId }: FaultPost, isGranted: boolean) =>
  app.services.db.asSystem((tx) => grantPlan(tx, userId, isGranted))

test('holds the posts of a user without the plan, and publishes them once when the plan is back', async () => {
  const bench = await startFaultBench(sandbox)
  const [held, later, other] = [await bench.post('tumblr'), await bench.post('tiktok', { inSeconds: HOUR }), await bench.post('tumblr')]
  expect(await setPlan(bench, held, false)).toBe('free')
  await setPlan(bench, later, false)
  bench.work()
  // A user with the plan does not wait.
  await bench.waitForEnd([other])
  expect(await bench.verdict(held)).toEqual({ delivery: 'waiting', live: 0, attempts: 0 })
  for (const post of [held, later]) {
    const { post: row, events } = await postState(bench.app.services, post.id)
    expect(row).toMatchObject({ status: 'pending', detail: 'Held: your Pro plan has ended. It goes out when you have Pro again.' })
    expect(events.at(-1)).toBe('held')
  }

  expect(await setPlan(bench, held, true)).toBe('pro')
  await setPlan(bench, later, true)
  await bench.waitForEnd([held])
  expect(await bench.verdict(held)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
  const { post: row, events } = await postState(bench.app.services, later.id)
  expect(row).toMatchObject({ delivery: 'waiting', detail: null })
  expect(events.at(-1)).toBe('released')
})

test('a post whose plan does not return within a day fails with what to do', async () => {
  const bench = await startFaultBench(sandbox)
  const [missed, inTime] = [await bench.post('tumblr', { inSeconds: -25 * HOUR }), await bench.post('tumblr', { inSeconds: -23 * HOUR })]
  for (const post of [missed, inTime]) await setPlan(bench, post, false)
  bench.work()
  await bench.waitForEnd([missed])
  expect(await bench.verdict(missed)).toEqual({ delivery: 'missed', live: 0, attempts: 0 })
  const { post: row } = await postState(bench.app.services, missed.id)
  expect(row).toMatchObject({ status: 'failed', errorCode: 'no_plan', fixHref: '/pricing' })
  expect(row.errorMessage).toBe(
    'Missed: the Pro plan had ended and was not back within 24 hours of its time. Get Pro again, then reschedule this post.',
  )
  expect(bench.notifications.map(({ title }) => title)).toEqual(['A post did not go out'])
  await setPlan(bench, inTime, true)
  await bench.waitForEnd([inTime])
  expect(await bench.verdict(inTime)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})

test.each(['tiktok', 'tumblr'] as const)('follows a post sent to %s to its end when the plan ends', async (platform) => {
  let sent: FaultPost | null = null
  const bench = await startFaultBench(sandbox, {
    onStage: async (stage) => {
      if (stage === 'answered' && sent) await setPlan(bench, sent, false)
    },
  })
  sent = await bench.post(platform)
  bench.work()
  await bench.waitForEnd([sent])
  expect(await bench.verdict(sent)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})

test('holds no post when billing is off', async () => {
  const bench = await startFaultBench(sandbox, { settings: { billing: null } })
  const post = await bench.post('tumblr')
  await setPlan(bench, post, false)
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})
