import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { users } from '../db/schema-accounts.ts'
import { runs } from '../db/schema-runs.ts'
import { countingKind, countingRuns, countTo, untilAborted, type CountingRuns } from '../testing/counting-runs.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { addRun, addUsers, allRuns } from '../testing/run-processes.ts'
import { requestRun } from './run-rows.ts'
import { Continue } from './run-kind.ts'

let database: TestDatabase
let started: CountingRuns['started']
let released: CountingRuns['released']
let ended: CountingRuns['ended']
let open: CountingRuns['open']
let add: CountingRuns['add']
let stateOf: CountingRuns['stateOf']
let states: CountingRuns['states']
beforeEach(async () => {
  database = await testDatabase()
  onTestFinished(() => database.drop())
  await addUsers(database, 'ann', 'bob', 'cy')
  ;({ started, released, ended, open, add, stateOf, states } = countingRuns(database))
})

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
    await expect(add(1, 'bob', id)).rejects.toMatchObject({ code: 'REQUEST_REUSED' })
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
    await expect.poll(states).toEqual(['done'])
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
    expect(await states()).toEqual(['done'])
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
      requestRun(tx, 'ann', {
        kind: countingKind(),
        run: { id, title: 'a run', companyId: null, projectId: null, input: { to }, payload: null },
      }),
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

  test('while it runs is due at once when it would continue later, with its progress so far', async () => {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { runs: service } = open(async ({ progress }) => {
      progress({ done: started.length, total: 5 })
      await promise
      return new Continue(600, 'Tomorrow')
    })
    await request(1, id)
    const working = service.runDue()
    await expect.poll(() => started.length).toBe(1)
    await request(1, id)
    resolve()
    expect(await working).toEqual(['count: continues', 'count: continues'])
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', done: 2, total: 5, note: 'Tomorrow', isRequestedAgain: false })
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
  await expect.poll(async () => new Set(await states()), { timeout: 20_000 }).toEqual(new Set(['done']))
})

test('a user has a limited number of unfinished runs', async () => {
  const few = countingKind({ unfinishedPerUser: 2 })
  const { runs: service } = open(countTo, few)
  const request = (userId: string) => addRun(database, few, { userId, input: { to: 1 } })
  await Promise.all([request('ann'), request('ann')])
  await expect(request('ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await request('bob')
  await service.runDue()
  await request('ann')
})
