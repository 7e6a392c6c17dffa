import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { on } from '../telemetry/telemetry.ts'
import { createFairQueue, type FairQueue, type QueuedTask } from './fair-queue.ts'

const LARGE = { maxQueuedPerUser: 1000, maxQueued: 10_000 }

/** Runs everything that doesn't wait for external events. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Tasks that last until the test ends them, in the order in which they started. */
function workshop(queue: FairQueue) {
  const running: { userId: string; name: string; places: number; end(): void }[] = []
  const started: string[] = []
  const begin = (task: QueuedTask, name = task.userId): Promise<void> =>
    queue.run(task, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const entry = {
        userId: task.userId,
        name,
        places: task.places ?? 1,
        end: () => {
          running.splice(running.indexOf(entry), 1)
          resolve()
        },
      }
      started.push(name)
      running.push(entry)
      return promise
    })
  return { running, started, begin }
}

/** Runs all tasks, ending each as soon as nothing else can proceed. */
async function finish({ running }: ReturnType<typeof workshop>, work: Promise<unknown>[]): Promise<void> {
  const all = Promise.allSettled(work)
  for (await settled(); running.length > 0; await settled()) running[0]?.end()
  await all
}

describe('users take turns', () => {
  test('a task waits for at most one task of a user with many', async () => {
    const shop = workshop(createFairQueue({ places: 1, ...LARGE }))
    const work = [1, 2, 3, 4].map((number) => shop.begin({ userId: 'a' }, `a${number}`))
    work.push(shop.begin({ userId: 'b' }, 'b1'), shop.begin({ userId: 'c' }, 'c1'), shop.begin({ userId: 'b' }, 'b2'))
    await finish(shop, work)
    expect(shop.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('one user may use all slots until another waits', async () => {
    const shop = workshop(createFairQueue({ places: 2, ...LARGE }))
    const work = [1, 2, 3].map((number) => shop.begin({ userId: 'a' }, `a${number}`))
    await settled()
    expect(shop.started).toEqual(['a1', 'a2'])
    work.push(shop.begin({ userId: 'b' }, 'b1'), shop.begin({ userId: 'b' }, 'b2'))
    shop.running[0]?.end()
    await settled()
    expect(shop.running.map(({ name }) => name)).toEqual(['a2', 'b1'])
    await finish(shop, work)
    expect(shop.started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  test('a task for several slots is not overtaken while it waits for them', async () => {
    const shop = workshop(createFairQueue({ places: 2, ...LARGE }))
    const work = [
      shop.begin({ userId: 'a' }, 'light'),
      shop.begin({ userId: 'b', places: 2 }, 'heavy'),
      shop.begin({ userId: 'c' }, 'late'),
    ]
    await settled()
    expect(shop.started).toEqual(['light'])
    shop.running[0]?.end()
    await settled()
    expect(shop.started).toEqual(['light', 'heavy'])
    await finish(shop, work)
    expect(shop.started).toEqual(['light', 'heavy', 'late'])
  })

  test("a resumed task precedes the user's other tasks, even if the queue is full", async () => {
    const queue = createFairQueue({ places: 1, maxQueuedPerUser: 1, maxQueued: 1 })
    const shop = workshop(queue)
    const work = [shop.begin({ userId: 'a' }, 'first'), shop.begin({ userId: 'a' }, 'second')]
    work.push(shop.begin({ userId: 'a', resumed: true }, 'again'))
    await finish(shop, work)
    expect(shop.started).toEqual(['first', 'again', 'second'])
  })
})

describe('the queue is limited', () => {
  test('per user', async () => {
    const queue = createFairQueue({ places: 1, maxQueuedPerUser: 2, maxQueued: 10 })
    const shop = workshop(queue)
    const work = [1, 2, 3].map(() => shop.begin({ userId: 'a' }))
    expect(() => queue.requireCapacity('a')).toThrow('Too many requests')
    await expect(shop.begin({ userId: 'a' })).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429, details: { seconds: 5 } })
    work.push(shop.begin({ userId: 'b' }))
    await finish(shop, work)
    queue.requireCapacity('a')
  })

  test('in total', async () => {
    const queue = createFairQueue({ places: 1, maxQueuedPerUser: 2, maxQueued: 2 })
    const shop = workshop(queue)
    const work = ['a', 'b', 'c'].map((userId) => shop.begin({ userId }))
    await expect(shop.begin({ userId: 'd' })).rejects.toMatchObject({ code: 'BUSY', status: 503, details: { seconds: 5 } })
    await finish(shop, work)
  })
})

test('an aborted task leaves the queue and unblocks others', async () => {
  const shop = workshop(createFairQueue({ places: 2, ...LARGE }))
  const abort = new AbortController()
  const light = shop.begin({ userId: 'a' }, 'light')
  const heavy = shop.begin({ userId: 'b', places: 2, signal: abort.signal }, 'heavy')
  const lateTask = shop.begin({ userId: 'c' }, 'late')
  await settled()
  abort.abort(new Error('gone'))
  await expect(heavy).rejects.toThrow('gone')
  await settled()
  expect(shop.started).toEqual(['light', 'late'])
  await expect(shop.begin({ userId: 'b', signal: abort.signal })).rejects.toThrow('gone')
  await finish(shop, [light, lateTask])
})

test('a failed task frees its slot', async () => {
  const queue = createFairQueue({ places: 1, ...LARGE })
  await expect(queue.run({ userId: 'a' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run({ userId: 'a' }, async () => 'whole')).toBe('whole')
})

test('closing rejects queued and new tasks and completes running ones', async () => {
  const queue = createFairQueue({ places: 1, ...LARGE })
  const shop = workshop(queue)
  const [running, waiting] = [shop.begin({ userId: 'a' }), shop.begin({ userId: 'a' })]
  await settled()
  queue.close(new Error('closed'))
  await expect(waiting).rejects.toThrow('closed')
  await expect(shop.begin({ userId: 'b' })).rejects.toThrow('closed')
  await finish(shop, [running])
  await running
})

type Step = { kind: 'ask'; userId: string; places: number } | { kind: 'end'; which: number } | { kind: 'leave'; which: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), userId: fc.constantFrom('a', 'b', 'c', 'd'), places: fc.constantFrom(1, 1, 1, 2) }),
    fc.record({ kind: fc.constant('end' as const), which: fc.nat(5) }),
    fc.record({ kind: fc.constant('leave' as const), which: fc.nat(20) }),
  ),
  { maxLength: 60 },
)

test('under any load, limits hold, no user starves, and none gets a second slot before a user without one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (places, script: Step[]) => {
      const bounds = { maxQueuedPerUser: 5, maxQueued: 12 }
      const queue = createFairQueue({ places, ...bounds })
      const shop = workshop(queue)
      const enqueued: {
        userId: string
        name: string
        abort: AbortController
        outcome: Promise<unknown>
        overtaken: Map<string, number>
      }[] = []
      const isWaiting = ({ name, abort }: (typeof enqueued)[number]): boolean => !shop.started.includes(name) && !abort.signal.aborted
      let seen = 0

      /** Checks the tasks that started since the last call against those that waited. */
      const check = (previousHolders: readonly string[]): void => {
        const holding = [...previousHolders]
        const free = places - shop.running.reduce((sum, work) => sum + Math.min(work.places, places), 0)
        expect(free).toBeGreaterThanOrEqual(0)
        for (const name of shop.started.slice(seen)) {
          const [userId = ''] = name
          for (const waiting of enqueued.filter((one) => one.userId !== userId && isWaiting(one))) {
            waiting.overtaken.set(userId, (waiting.overtaken.get(userId) ?? 0) + 1)
            // Another user may start ahead of a waiting task once for each earlier task of its own user, and once more for the place that
            // user holds.
            const ahead = enqueued.filter(
              (one) => one.userId === waiting.userId && enqueued.indexOf(one) < enqueued.indexOf(waiting),
            ).length
            expect(waiting.overtaken.get(userId)).toBeLessThanOrEqual(2 * (ahead + 1) + places)
            if (holding.includes(userId)) expect(holding, `${userId} has two, ${waiting.userId} none`).toContain(waiting.userId)
          }
          // Two places freed at once are assigned one after the other.
          holding.push(userId)
        }
        seen = shop.started.length
        const inLine = enqueued.filter(isWaiting)
        expect(inLine.length).toBeLessThanOrEqual(bounds.maxQueued)
        if (free === places) expect(inLine).toHaveLength(0)
      }

      for (const [index, step] of script.entries()) {
        const previousHolders = shop.running.map(({ userId }) => userId)
        if (step.kind === 'ask') {
          const abort = new AbortController()
          const name = `${step.userId}${index}`
          const outcome = shop.begin({ userId: step.userId, places: step.places, signal: abort.signal }, name)
          const refused = outcome.catch(() => abort.abort())
          enqueued.push({ userId: step.userId, name, abort, outcome: refused, overtaken: new Map() })
        } else if (step.kind === 'end') {
          const ended = shop.running[step.which % Math.max(shop.running.length, 1)]
          ended?.end()
          if (ended) previousHolders.splice(previousHolders.indexOf(ended.userId), 1)
        } else enqueued.filter(isWaiting)[step.which]?.abort.abort(new Error('left'))
        await settled()
        check(previousHolders)
      }
      await finish(shop, [])
      await Promise.all(enqueued.map(({ outcome }) => outcome))
      expect(enqueued.filter(isWaiting)).toHaveLength(0)
    }),
    { numRuns: 150 },
  )
})

test('subscribers get the state of a named queue, and its rejections', async () => {
  const [standings, refusals] = [[] as unknown[], [] as unknown[]]
  const ends = [on('queue', (now) => standings.push(now)), on('queue-refusal', (refused) => refusals.push(refused))]
  onTestFinished(() => ends.forEach((end) => end()))
  const queue = createFairQueue({ places: 1, maxQueuedPerUser: 1, maxQueued: 2 }, 'drawing')
  const first = Promise.withResolvers<void>()
  const work = [queue.run({ userId: 'ann' }, () => first.promise)]
  for (const userId of ['ann', 'bob']) work.push(queue.run({ userId }, async () => undefined))
  expect(standings.at(-1)).toEqual({ queue: 'drawing', waiting: 2, users: 2, held: 1 })
  await expect(queue.run({ userId: 'ann' }, async () => undefined)).rejects.toThrow('Too many requests')
  await expect(queue.run({ userId: 'cid' }, async () => undefined)).rejects.toThrow('busy')
  expect(refusals).toEqual([
    { queue: 'drawing', code: 'RATE_LIMITED' },
    { queue: 'drawing', code: 'BUSY' },
  ])
  first.resolve()
  await Promise.all(work)
  expect(standings.at(-1)).toEqual({ queue: 'drawing', waiting: 0, users: 0, held: 0 })
})
