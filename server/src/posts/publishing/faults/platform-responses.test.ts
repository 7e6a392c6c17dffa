// @module-tag long

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Delivery } from '@ninesixteen/shared/publishing/delivery'
import { EVERY_PLATFORM, LONG_TIMEOUT, startFaultBench, type FaultBench } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

type Fault = Record<string, unknown>

/** The fault that a request meets, and whether the platform completed the request anyway. */
const FAULT_KINDS = {
  '500': { isDone: false },
  html: { isDone: false },
  dropped: { isDone: false },
  cut: { isDone: true },
  lost: { isDone: true },
  gateway: { isDone: true },
  empty: { isDone: true },
} as const
type FaultKind = keyof typeof FAULT_KINDS

interface Step {
  platform: PlatformId
  at: string
  /** Faults that make this step fail. */
  faults(answer: FaultKind): Fault[]
  /** The final state, unless it is published. */
  end?: (answer: FaultKind) => Delivery
  attempts(answer: FaultKind): number
}

/** Lets one request with the same path pass. */
const passOnce = (path: string): Fault => ({ kind: 'slow', path, ms: 0 })

const STEPS: readonly Step[] = [
  // Nothing has been sent yet, and the post starts over.
  { platform: 'tiktok', at: 'the question before', faults: (kind) => [{ kind, path: 'creator_info' }], attempts: () => 2 },
  {
    platform: 'tiktok',
    at: 'the start',
    faults: (kind) => [{ kind, path: 'content/init' }],
    // The photos were downloaded, and the platform has no lookup: the user has to check.
    end: (answer) => (FAULT_KINDS[answer].isDone ? 'unconfirmed' : 'published'),
    attempts: (answer) => (FAULT_KINDS[answer].isDone ? 1 : 2),
  },
  { platform: 'tiktok', at: 'the question after', faults: (kind) => [{ kind, path: 'status/fetch' }], attempts: () => 1 },
  {
    platform: 'tumblr',
    at: 'the start',
    faults: (kind) => [{ kind, path: 'posts' }],
    attempts: (answer) => (FAULT_KINDS[answer].isDone ? 1 : 2),
  },
  {
    platform: 'tumblr',
    at: 'the look-up',
    faults: (kind) => [
      { kind: 'lost', path: 'posts' },
      { kind, path: 'posts/draft' },
    ],
    attempts: () => 1,
  },
  { platform: 'tumblr', at: 'the reading', faults: (kind) => [{ kind, path: 'posts/75' }], attempts: () => 1 },
  { platform: 'tumblr', at: 'the publishing', faults: (kind) => [passOnce('posts/75'), { kind, path: 'posts/75' }], attempts: () => 1 },
  ...containerSteps('instagram', { create: '/media', publish: '/media_publish' }),
  ...containerSteps('threads', { create: '/threads', publish: '/threads_publish' }),
]

/** The steps of a network that publishes containers, which are invisible until then. */
function containerSteps(platform: PlatformId, { create, publish }: { create: string; publish: string }): Step[] {
  return [
    { platform, at: 'the container', faults: (kind) => [{ kind, path: create }], attempts: () => 2 },
    { platform, at: 'the state', faults: (kind) => [{ kind, path: '0/179' }], attempts: () => 1 },
    { platform, at: 'the publishing', faults: (kind) => [{ kind, path: publish }], attempts: () => 1 },
    {
      platform,
      at: 'the look at a lost publishing',
      faults: (kind) => [{ kind: 'lost', path: publish }, passOnce('0/179'), { kind, path: '0/179' }],
      attempts: () => 1,
    },
    { platform, at: 'the address', faults: (kind) => [passOnce('0/179'), { kind, path: '0/179' }], attempts: () => 1 },
  ]
}

/** Sequential, because a fault hits the next request. */
async function runSteps(bench: FaultBench, steps: readonly Step[], answers: readonly FaultKind[]) {
  const [found, expected]: Record<string, unknown>[][] = [[], []]
  for (const { platform, at, faults, end = () => 'published' as const, attempts } of steps)
    for (const answer of answers) {
      const cell = `${platform}, ${at}: ${answer}`
      await bench.fault(platform, ...faults(answer))
      const post = await bench.post(platform)
      await bench.waitForEnd([post])
      found?.push({ cell, ...(await bench.verdict(post)) })
      expected?.push({ cell, delivery: end(answer), live: 1, attempts: attempts(answer) })
    }
  return { found, expected }
}

/** Starts a publisher, and returns the lines that it and the product have logged. */
const ARRANGEMENTS: Record<string, (bench: FaultBench) => () => string[]> = {
  'in one process': (bench) => {
    bench.work()
    return () => bench.app.logged
  },
  'with a worker apart': (bench) => {
    const worker = bench.workApart()
    return () => [...bench.app.logged, ...worker.errors().split('\n').filter(Boolean)]
  },
}

test.each(Object.entries(ARRANGEMENTS))(
  'a faulty response at any step leaves a post published once or unconfirmed, %s',
  LONG_TIMEOUT,
  async (_, startPublisher) => {
    const bench = await startFaultBench(sandbox)
    await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
    const logged = startPublisher(bench)
    const answers = Object.keys(FAULT_KINDS) as FaultKind[]
    // The platforms are independent.
    const platforms = EVERY_PLATFORM.map((id) => STEPS.filter(({ platform }) => platform === id))
    for (const { found, expected } of await Promise.all(platforms.map((steps) => runSteps(bench, steps, answers))))
      expect(found).toEqual(expected)
    expect(logged()).toEqual([])
  },
)
