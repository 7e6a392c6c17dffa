import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { on } from '../telemetry/telemetry.ts'
import { createFairQueue, type FairQueue, type QueuedTask } from './fair-queue.ts'

const LARGE = { maxQueuedPerUser: 1000, maxQueued: 10_000 }

/** Runs everything that doesn't wait for external events. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Tasks that last until the test ends them, in the order in which they started. */
function workshop(queue: FairQueue) {
  const running: { person: string; name: string; places: number; end(): void }[] = []
  const begun: string[] = []
  const begin = (turn: QueuedTask, name = turn.userId): Promise<void> =>
    queue.run(turn, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const entry = {
        person: turn.userId,
        name,
        places: turn.places ?? 1,
        end: () => {
          running.splice(running.indexOf(entry), 1)
          resolve()
        },
      }
      begun.push(name)
      running.push(entry)
      return promise
    })
  return { running, begun, begin }
}

/** Runs all tasks, ending each as soon as nothing else can proceed. */
async function finish({ running }: ReturnType<typeof workshop>, work: Promise<unknown>[]): Promise<void> {
  const all = Promise.allSettled(work)
  for (await settled(); running.length > 0; await settled()) running[0]?.end()
  await all
}

describe('users take turns', () => {
  test('a single task waits for at most one task of a user with many', async () => {
    const shop = workshop(createFairQueue({ places: 1, ...LARGE }))
    const work = [1, 2, 3, 4].map((number) => shop.begin({ userId: 'a' }, `a${number}`))
    work.push(shop.begin({ userId: 'b' }, 'b1'), shop.begin({ userId: 'c' }, 'c1'), shop.begin({ userId: 'b' }, 'b2'))
    await finish(shop, work)
    expect(shop.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('one user may have all places while no other waits, and then none of them again', async () => {
    const shop = workshop(createFairQueue({ places: 2, ...LARGE }))
    const work = [1, 2, 3].map((number) => shop.begin({ userId: 'a' }, `a${number}`))
    await settled()
    expect(shop.begun).toEqual(['a1', 'a2'])
    work.push(shop.begin({ userId: 'b' }, 'b1'), shop.begin({ userId: 'b' }, 'b2'))
    shop.running[0]?.end()
    await settled()
    expect(shop.running.map(({ name }) => name)).toEqual(['a2', 'b1'])
    await finish(shop, work)
    expect(shop.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  test('heavy work waits for all its places and is not overtaken', async () => {
    const shop = workshop(createFairQueue({ places: 2, ...LARGE }))
    const work = [
      shop.begin({ userId: 'a' }, 'light'),
      shop.begin({ userId: 'b', places: 2 }, 'heavy'),
      shop.begin({ userId: 'c' }, 'late'),
    ]
    await settled()
    expect(shop.begun).toEqual(['light'])
    shop.running[0]?.end()
    await settled()
    expect(shop.begun).toEqual(['light', 'heavy'])
    await finish(shop, work)
    expect(shop.begun).toEqual(['light', 'heavy', 'late'])
  })

  test('work that returns goes on before the user’s other work, also when the queue is full', async () => {
    const queue = createFairQueue({ places: 1, maxQueuedPerUser: 1, maxQueued: 1 })
    const shop = workshop(queue)
    const work = [shop.begin({ userId: 'a' }, 'first'), shop.begin({ userId: 'a' }, 'second')]
    work.push(shop.begin({ userId: 'a', resumed: true }, 'again'))
    await finish(shop, work)
    expect(shop.begun).toEqual(['first', 'again', 'second'])
  })
})

describe('what waits is bounded', () => {
  test('of one user', async () => {
    const queue = createFairQueue({ places: 1, maxQueuedPerUser: 2, maxQueued: 10 })
    const shop = workshop(queue)
    const work = [1, 2, 3].map(() => shop.begin({ userId: 'a' }))
    expect(() => queue.requireCapacity('a')).toThrow('Too many requests')
    await expect(shop.begin({ userId: 'a' })).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429, details: { seconds: 5 } })
    work.push(shop.begin({ userId: 'b' }))
    await finish(shop, work)
    queue.requireCapacity('a')
  })

  test('of all together', async () => {
    const queue = createFairQueue({ places: 1, maxQueuedPerUser: 2, maxQueued: 2 })
    const shop = workshop(queue)
    const work = ['a', 'b', 'c'].map((userId) => shop.begin({ userId }))
    await expect(shop.begin({ userId: 'd' })).rejects.toMatchObject({ code: 'BUSY', status: 503, details: { seconds: 5 } })
    await finish(shop, work)
  })
})

test('an aborted task leaves the queue, and makes way', async () => {
  const shop = workshop(createFairQueue({ places: 2, ...LARGE }))
  const leaving = new AbortController()
  const light = shop.begin({ userId: 'a' }, 'light')
  const heavy = shop.begin({ userId: 'b', places: 2, signal: leaving.signal }, 'heavy')
  const late = shop.begin({ userId: 'c' }, 'late')
  await settled()
  leaving.abort(new Error('gone'))
  await expect(heavy).rejects.toThrow('gone')
  await settled()
  expect(shop.begun).toEqual(['light', 'late'])
  await expect(shop.begin({ userId: 'b', signal: leaving.signal })).rejects.toThrow('gone')
  await finish(shop, [light, late])
})

test('work that fails gives its place back', async () => {
  const queue = createFairQueue({ places: 1, ...LARGE })
  await expect(queue.run({ userId: 'a' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run({ userId: 'a' }, async () => 'whole')).toBe('whole')
})

test('closing refuses what waits and what comes, and lets finish what is in progress', async () => {
  const queue = createFairQueue({ places: 1, ...LARGE })
  const shop = workshop(queue)
  const [running, waits] = [shop.begin({ userId: 'a' }), shop.begin({ userId: 'a' })]
  await settled()
  queue.close(new Error('closed'))
  await expect(waits).rejects.toThrow('closed')
  await expect(shop.begin({ userId: 'b' })).rejects.toThrow('closed')
  await finish(shop, [running])
  await running
})

type Step = { kind: 'ask'; person: string; places: number } | { kind: 'end'; which: number } | { kind: 'leave'; which: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), person: fc.constantFrom('a', 'b', 'c', 'd'), places: fc.constantFrom(1, 1, 1, 2) }),
    fc.record({ kind: fc.constant('end' as const), which: fc.nat(5) }),
    fc.record({ kind: fc.constant('leave' as const), which: fc.nat(20) }),
  ),
  { maxLength: 60 },
)

test('under any load: limits hold, no user starves, and none takes a second place from a user without one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (places, given: Step[]) => {
      const bounds = { maxQueuedPerUser: 5, maxQueued: 12 }
      const queue = createFairQueue({ places, ...bounds })
      const shop = workshop(queue)
      const asked: { person: string; name: string; leaving: AbortController; outcome: Promise<unknown>; overtaken: Map<string, number> }[] =
        []
      const isWaiting = ({ name, leaving }: (typeof asked)[number]): boolean => !shop.begun.includes(name) && !leaving.signal.aborted
      let seen = 0

      /** Checks the tasks that started since the last call against those that waited. */
      const look = (before: readonly string[]): void => {
        const holding = [...before]
        const free = places - shop.running.reduce((sum, work) => sum + Math.min(work.places, places), 0)
        expect(free).toBeGreaterThanOrEqual(0)
        for (const name of shop.begun.slice(seen)) {
          const [person = ''] = name
          for (const waits of asked.filter((one) => one.person !== person && isWaiting(one))) {
            waits.overtaken.set(person, (waits.overtaken.get(person) ?? 0) + 1)
            // Another user may start ahead of a waiting task once for each earlier task of its own user, and once more for the place that
            // user holds.
            const ahead = asked.filter((one) => one.person === waits.person && asked.indexOf(one) < asked.indexOf(waits)).length
            expect(waits.overtaken.get(person)).toBeLessThanOrEqual(2 * (ahead + 1) + places)
            if (holding.includes(person)) expect(holding, `${person} has two, ${waits.person} none`).toContain(waits.person)
          }
          // Two places freed at once are assigned one after the other.
          holding.push(person)
        }
        seen = shop.begun.length
        const inLine = asked.filter(isWaiting)
        expect(inLine.length).toBeLessThanOrEqual(bounds.maxQueued)
        if (free === places) expect(inLine).toHaveLength(0)
      }

      for (const [index, step] of given.entries()) {
        const before = shop.running.map(({ person }) => person)
        if (step.kind === 'ask') {
          const leaving = new AbortController()
          const name = `${step.person}${index}`
          const outcome = shop.begin({ userId: step.person, places: step.places, signal: leaving.signal }, name)
          const refused = outcome.catch(() => leaving.abort())
          asked.push({ person: step.person, name, leaving, outcome: refused, overtaken: new Map() })
        } else if (step.kind === 'end') {
          const ending = shop.running[step.which % Math.max(shop.running.length, 1)]
          ending?.end()
          if (ending) before.splice(before.indexOf(ending.person), 1)
        } else asked.filter(isWaiting)[step.which]?.leaving.abort(new Error('left'))
        await settled()
        look(before)
      }
      await finish(shop, [])
      await Promise.all(asked.map(({ outcome }) => outcome))
      expect(asked.filter(isWaiting)).toHaveLength(0)
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
