import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runs } from '../db/schema-runs.ts'
import { countingKind, countingRuns, countTo, untilAborted, type CountingRuns, type CountStep } from '../testing/counting-runs.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { takeDatabaseOffline } from '../testing/database-outage.ts'
import { addUsers } from '../testing/run-processes.ts'

let database: TestDatabase
let started: CountingRuns['started']
let ended: CountingRuns['ended']
let open: CountingRuns['open']
let add: CountingRuns['add']
let stateOf: CountingRuns['stateOf']
let states: CountingRuns['states']
beforeEach(async () => {
  database = await testDatabase()
  onTestFinished(() => database.drop())
  await addUsers(database, 'ann', 'bob', 'cy')
  ;({ started, ended, open, add, stateOf, states } = countingRuns(database))
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
    const limited = countingKind({ perProcess: 8, perUser: 2, perInstance: 3 })
    let [inHand, most] = [0, 0]
    const ofAnn = { now: 0, most: 0 }
    const full = Promise.withResolvers<void>()
    const step: CountStep = async ({ input: { to }, userId }) => {
      inHand += 1
      most = Math.max(most, inHand)
      if (userId === 'ann') ofAnn.most = Math.max(ofAnn.most, (ofAnn.now += 1))
      // The first three wait for each other.
      if (inHand === 3) full.resolve()
      await full.promise
      await wait(5)
      if (userId === 'ann') ofAnn.now -= 1
      inHand -= 1
      return { counted: to }
    }
    const all = [open(step, limited), open(step, limited), open(step, limited)]
    for (let to = 0; to < 40; to += 1) await add(to, to % 4 === 0 ? 'bob' : 'ann')
    for (const { runs: service } of all) service.work()
    await expect.poll(async () => new Set(await states()), { timeout: 30_000 }).toEqual(new Set(['done']))
    expect([started.length, new Set(started.map(({ id }) => id)).size]).toEqual([40, 40])
    expect(most).toBe(3)
    expect(ofAnn.most).toBeLessThanOrEqual(2)
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
