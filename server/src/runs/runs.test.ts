import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { users } from '../db/schema-accounts.ts'
import { runs } from '../db/schema-runs.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { takeDatabaseOffline } from '../testing/database-outage.ts'
import { addRun, addUsers, allRuns, openRunProcess } from '../testing/run-processes.ts'
import { requestRun } from './run-rows.ts'
import { bindRun, Continue, defineRun, type BoundRun, type RunContext, type RunLimits } from './run-kind.ts'

const LIMITS: RunLimits = {
  perProcess: 2,
  perUser: 2,
  unfinishedPerUser: 100,
  retries: 2,
  retryAfter: 60,
  retryAfterMax: 300,
  retention: 3600,
}
const kindWith = (limits: Partial<RunLimits> = {}) =>
  defineRun({
    name: 'count',
    input: z.object({ to: z.number() }),
    payload: z.null(),
    result: z.object({ counted: z.number() }),
    abandoned: 'UNAVAILABLE',
    limits: { ...LIMITS, ...limits },
  })
const kind = kindWith()

type Count = RunContext<{ to: number }, null>
type Step = (run: Count) => Promise<{ counted: number } | Continue>

let database: TestDatabase
/** Runs whose step began, in order. */
let started: Count[]
/** Results that were released. */
let released: number[]
let ended: string[]
beforeEach(async () => {
  ;[started, released, ended] = [[], [], []]
  database = await testDatabase()
  onTestFinished(() => database.drop())
  await addUsers(database, 'ann', 'bob', 'cy')
})

function bound(step: Step, of = kind): BoundRun[] {
  return [
    bindRun(of, {
      step: (run) => {
        started.push(run)
        return step(run)
      },
      onEnd: async (_tx, { userId }, { state }) => void ended.push(`${userId} ${state}`),
      release: async (_userId, { counted }) => void released.push(counted),
    }),
  ]
}

const countTo: Step = async ({ input: { to } }) => ({ counted: to })
const open = (step: Step, of = kind) => openRunProcess(database, bound(step, of))
const add = (to: number, userId = 'ann', id: string = randomUUID()) => addRun(database, kind, { userId, input: { to }, id })
const stateOf = async (id: string) => (await allRuns(database)).find((row) => row.id === id)
const untilAborted = ({ signal }: Count) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
const readStates = async () => (await allRuns(database)).map(({ state }) => state)

describe('a run', () => {
  test('is worked on once, with its result, progress and end', async () => {
    const { runs: service } = open(async ({ input: { to }, progress }) => {
      progress({ done: 1, total: to })
      return { counted: to }
    })
    const { id } = await add(3)
    expect(await service.runDue()).toEqual(['count: done'])
    expect(await stateOf(id)).toMatchObject({ state: 'done', result: { counted: 3 }, attempt: 1, error: null, leaseUntil: null })
    expect([ended, await service.runDue()]).toEqual([['ann done'], []])
  })

  test('exists once for each id, and only for its user', async () => {
    const id = randomUUID()
    const [first, again] = await Promise.all([add(1, 'ann', id), add(1, 'ann', id)])
    expect(again.createdAt).toEqual(first.createdAt)
    await expect(add(1, 'bob', id)).rejects.toThrow()
    expect(await allRuns(database)).toHaveLength(1)
    expect(await database.db.asUser('bob', (tx) => tx.select().from(runs))).toEqual([])
  })

  test('exists exactly if the transaction of its request commits', async () => {
    const { runs: service } = open(countTo)
    service.work()
    const failing = database.db.asUser('ann', async (tx) => {
      await tx.execute(sql`select 1`)
      throw new Error('The request failed')
    })
    await expect(failing).rejects.toThrow('The request failed')
    await add(1)
    await expect.poll(readStates).toEqual(['done'])
  })

  test('starts within moments of its request', async () => {
    const { runs: service } = open(countTo)
    service.work()
    for (const to of [1, 2, 3]) {
      const { id } = await add(to)
      await expect.poll(async () => (await stateOf(id))?.state, { interval: 5, timeout: 1000 }).toBe('done')
    }
  })

  test('that throws an error of its caller ends; one that may pass is attempted again, each time later', async () => {
    const errors = [new AppError('INVALID_INPUT'), new Error('a bug'), new AppError('UNAVAILABLE'), new Error('a bug')]
    const { runs: service, warnings } = open(async () => {
      throw errors.shift()
    })
    const { id: refused } = await add(1)
    await service.runDue()
    expect(await stateOf(refused)).toMatchObject({ state: 'failed', error: { code: 'INVALID_INPUT' }, failures: 0 })
    const { id } = await add(1)
    const delays: number[] = []
    for (const failures of [1, 2]) {
      await service.runDue({ ahead: failures > 1 })
      const row = await stateOf(id)
      expect(row).toMatchObject({ state: 'waiting', failures })
      delays.push((row?.startAfter.getTime() ?? 0) - Date.now())
    }
    expect(delays[0]).toBeGreaterThan(25_000)
    expect(delays[1]).toBeGreaterThan(55_000)
    await service.runDue({ ahead: true })
    expect(await stateOf(id)).toMatchObject({ state: 'failed', error: { code: 'INTERNAL' } })
    expect([ended, warnings.length]).toEqual([['ann failed', 'ann failed'], 3])
  })

  test('that continues later lets its process take other runs, and says why it waits', async () => {
    let parts = 0
    const { runs: service } = open(async ({ input: { to } }) =>
      to === 1 && parts++ === 0 ? new Continue(600, 'Tomorrow') : { counted: to },
    )
    const { id } = await add(1)
    await add(2)
    expect((await service.runDue()).toSorted()).toEqual(['count: continues', 'count: done'])
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', note: 'Tomorrow', failures: 0 })
    expect(await service.runDue({ ahead: true })).toEqual(['count: done'])
  })

  test('whose user is deleted disappears, and its step changes nothing more', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { runs: service } = open(async (run) => {
      await promise
      await run.write((tx) => tx.select().from(runs))
      return { counted: 1 }
    })
    await add(1)
    const working = service.runDue()
    await expect.poll(() => started.length).toBe(1)
    await database.db.asSystem((tx) => tx.delete(users).where(eq(users.id, 'ann')))
    resolve()
    expect(await working).toEqual(['count: superseded'])
    expect(await allRuns(database)).toEqual([])
  })

  test('is deleted with what its result holds some time after its end', async () => {
    const { runs: service } = open(countTo)
    const { id } = await add(7)
    await service.runDue()
    await service.deleteExpired()
    expect(await readStates()).toEqual(['done'])
    await database.db.asSystem((tx) =>
      tx
        .update(runs)
        .set({ expiresAt: new Date(0) })
        .where(eq(runs.id, id)),
    )
    await service.deleteExpired()
    expect([await allRuns(database), released]).toEqual([[], [7]])
  })
})

describe('a run that is requested again', () => {
  const request = (to: number, id: string) =>
    database.db.asUser('ann', (tx) =>
      requestRun(tx, 'ann', { kind, run: { id, title: 'a run', companyId: null, projectId: null, input: { to }, payload: null } }),
    )

  test('starts over after its end, and at once while it waits', async () => {
    const id = randomUUID()
    let isLate = false
    const { runs: service } = open(async ({ input: { to } }) => (isLate ? new Continue(600) : { counted: to }))
    await request(1, id)
    await service.runDue()
    isLate = true
    expect(await request(2, id)).toMatchObject({ state: 'waiting', result: null, endedAt: null })
    await service.runDue()
    isLate = false
    await request(3, id)
    expect(await service.runDue()).toEqual(['count: done'])
    expect(await stateOf(id)).toMatchObject({ result: { counted: 3 }, attempt: 3 })
  })

  test('while it runs starts over when it is done', async () => {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { runs: service } = open(async ({ input: { to } }) => promise.then(() => ({ counted: to })))
    await request(1, id)
    const working = service.runDue()
    await expect.poll(() => started.length).toBe(1)
    await request(1, id)
    resolve()
    expect(await working).toEqual(['count: done', 'count: done'])
    expect([ended, await service.runDue()]).toEqual([['ann done'], []])
  })
})

describe('a cancelled run', () => {
  test('that waits never starts', async () => {
    const { runs: service } = open(countTo)
    const { id } = await add(1)
    expect(await service.cancel('ann', id)).toMatchObject({ state: 'cancelled' })
    expect([await service.runDue(), ended]).toEqual([[], ['ann cancelled']])
    await expect(service.cancel('bob', id)).rejects.toThrow('Not found')
  })

  test('stops within a second, at whatever process it runs', async () => {
    const worker = open(untilAborted)
    const web = open(countTo)
    const { id } = await add(1)
    worker.runs.work()
    await expect.poll(() => started.length).toBe(1)
    await web.runs.cancel('ann', id)
    await expect.poll(() => started[0]?.signal.aborted, { timeout: 1000 }).toBe(true)
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', attempt: 1 })
  })

  test('releases the result of a step that ended too late, and of one that was done', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { runs: service } = open(async ({ input: { to } }) => {
      if (to === 1) await promise
      return { counted: to }
    })
    const { id } = await add(1)
    const working = service.runDue()
    await expect.poll(() => started.length).toBe(1)
    await service.cancel('ann', id)
    resolve()
    expect([await working, released]).toEqual([['count: superseded'], [1]])
    const { id: done } = await add(2)
    await service.runDue()
    expect(await service.cancel('ann', done)).toMatchObject({ state: 'done' })
    expect(await service.discard('ann', done)).toMatchObject({ state: 'cancelled', result: null })
    expect(released).toEqual([1, 2])
  })
})

describe('processes', () => {
  test('take over from one that died within 15 seconds, and give up after too many', { timeout: 60_000, tags: ['long'] }, async () => {
    const dead = open(untilAborted)
    const alive = open(countTo)
    const { id } = await add(1)
    dead.runs.work()
    await expect.poll(() => started.length).toBe(1)
    dead.freeze()
    const diedAt = performance.now()
    alive.runs.work()
    await expect.poll(async () => (await stateOf(id))?.state, { timeout: 20_000, interval: 50 }).toBe('done')
    expect(performance.now() - diedAt).toBeLessThan(15_000)
    expect(await stateOf(id)).toMatchObject({ attempt: 2, failures: 1 })
    expect(alive.warnings).toEqual(['The process of a run died'])
    const { id: deadly } = await add(2)
    const died = { state: 'running', attempt: 3, failures: 2, leaseUntil: new Date(0) } as const
    await database.db.asSystem((tx) => tx.update(runs).set(died).where(eq(runs.id, deadly)))
    await expect.poll(async () => (await stateOf(deadly))?.error, { timeout: 10_000 }).toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('refuse the writes of one that was stopped for longer than its lease', { timeout: 60_000, tags: ['long'] }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const writes: string[] = []
    const stopped = open(async (run) => {
      await promise
      await run.write(async () => void writes.push('stale'))
      return { counted: 1 }
    })
    const { id } = await add(1)
    stopped.runs.work()
    await expect.poll(() => started.length).toBe(1)
    stopped.freeze()
    const other = open(async (run) => {
      await run.write(async () => void writes.push('current'))
      return { counted: 2 }
    })
    other.runs.work()
    await expect.poll(async () => (await stateOf(id))?.state, { timeout: 20_000, interval: 50 }).toBe('done')
    stopped.continue()
    resolve()
    await stopped.runs.stop()
    expect([writes, (await stateOf(id))?.result, ended]).toEqual([['current'], { counted: 2 }, ['ann done']])
  })

  test('keep their runs through an outage of the database', { timeout: 60_000, tags: ['long'] }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const [one, other] = [open(async () => promise.then(() => ({ counted: 1 }))), open(countTo)]
    const { id } = await add(1)
    one.runs.work()
    await expect.poll(() => started.length).toBe(1)
    other.runs.work()
    const back = await takeDatabaseOffline(database.db)
    await wait(10_000)
    await back()
    resolve()
    await expect.poll(async () => (await stateOf(id))?.state, { timeout: 20_000 }).toBe('done')
    expect(await stateOf(id)).toMatchObject({ attempt: 1, failures: 0 })
  })

  test('share runs, none of which begins twice, within the limits of a user and of the instance', { timeout: 60_000 }, async () => {
    const limited = kindWith({ perProcess: 8, perUser: 2, perInstance: 3 })
    let [inHand, most] = [0, 0]
    const ofAnn = { now: 0, most: 0 }
    const step: Step = async ({ input: { to }, userId }) => {
      inHand += 1
      most = Math.max(most, inHand)
      if (userId === 'ann') ofAnn.most = Math.max(ofAnn.most, (ofAnn.now += 1))
      await wait(5)
      if (userId === 'ann') ofAnn.now -= 1
      inHand -= 1
      return { counted: to }
    }
    const all = [open(step, limited), open(step, limited), open(step, limited)]
    for (let to = 0; to < 40; to += 1) await add(to, to % 4 === 0 ? 'bob' : 'ann')
    for (const { runs: service } of all) service.work()
    await expect.poll(async () => new Set(await readStates()), { timeout: 30_000 }).toEqual(new Set(['done']))
    expect([started.length, new Set(started.map(({ id }) => id)).size]).toEqual([40, 40])
    expect([most, ofAnn.most]).toEqual([3, 2])
  })

  test('return their runs when they shut down', async () => {
    const one = open(untilAborted)
    const { id } = await add(1)
    one.runs.work()
    await expect.poll(() => started.length).toBe(1)
    await one.runs.stop()
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', failures: 0 })
    expect(await open(countTo).runs.runDue()).toEqual(['count: done'])
  })
})

test('a user with many waiting runs does not delay the first run of another', async () => {
  const { runs: service } = open(async ({ input: { to } }) => {
    await wait(2)
    return { counted: to }
  })
  for (let to = 0; to < 60; to += 1) await add(to)
  service.work()
  await expect.poll(() => started.length).toBeGreaterThan(5)
  const before = started.length
  await add(1, 'bob')
  await expect.poll(() => started.findIndex(({ userId }) => userId === 'bob')).toBeGreaterThan(0)
  expect(started.findIndex(({ userId }) => userId === 'bob') - before).toBeLessThan(30)
  await expect.poll(async () => new Set(await readStates()), { timeout: 20_000 }).toEqual(new Set(['done']))
})

test('a user has a limited number of unfinished runs', async () => {
  const few = kindWith({ unfinishedPerUser: 2 })
  const { runs: service } = open(countTo, few)
  const request = (userId: string) => addRun(database, few, { userId, input: { to: 1 } })
  await Promise.all([request('ann'), request('ann')])
  await expect(request('ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await request('bob')
  await service.runDue()
  await request('ann')
})
