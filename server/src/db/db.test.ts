import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { isDatabaseDown } from './database-error.ts'
import type { Db } from './db.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('a connection lost within a transaction fails only that transaction and is replaced', async () => {
  const { db } = database
  const outcome = db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const pid = rows[0]?.pid ?? 0
    await db.pool.query('select pg_terminate_backend($1)', [pid])
    await expect.poll(async () => (await db.pool.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount).toBe(0)
    // Lets the driver read the server's last message while no statement runs.
    await nextTurn()
    return tx.execute(sql`select 1`)
  })
  const error = await outcome.catch((failure: unknown) => failure)
  expect(isDatabaseDown(error)).toBe(true)
  const again = await db.asSystem((tx) => tx.execute<{ one: number }>(sql`select 1 as one`))
  expect(again.rows).toEqual([{ one: 1 }])
})

test('failed work is rolled back, and its connection is reused', async () => {
  const { db } = database
  const failing = db.asSystem(async (tx) => {
    await tx.execute(sql`insert into users (id, name, email) values ('cut', 'Cut', 'cut@example.com')`)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const remaining = await db.asSystem((tx) => tx.execute(sql`select id from users`))
  expect(remaining.rows).toEqual([])
})

test('a transaction rolled back by a swallowed error is reported', async () => {
  const { db } = database
  const work = db.asSystem(async (tx) => {
    await tx.execute(sql`insert into users (id, name, email) values ('half', 'Half', 'half@example.com')`)
    await tx.execute(sql`select nothing from nowhere`).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('Nothing was committed')
  expect((await db.asSystem((tx) => tx.execute(sql`select id from users`))).rows).toEqual([])
})

test('withLock runs one callback at a time, and the next after a failure', async () => {
  const { db } = database
  const order: string[] = []
  let second: Promise<unknown> | undefined
  const first = db.withLock(7, async () => {
    second = db.withLock(7, async () => order.push('second'))
    await db.asSystem((tx) => tx.execute(sql`select 1`))
    order.push('first')
    throw new Error('changed my mind')
  })
  await expect(first).rejects.toThrow('changed my mind')
  await second
  expect(order).toEqual(['first', 'second'])
})

describe('a connection that breaks on checkout', () => {
  /** Checks out all connections of the pool at once. */
  const expectComplete = async (pool: pg.Pool): Promise<void> => {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    for (const client of clients) {
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      client.release()
    }
    expect(pool.totalCount).toBe(pool.options.max)
  }

  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['the system', (db) => db.asSystem((tx) => tx.execute(sql`select 1`))],
    ['a user', (db) => db.asUser('ann', (tx) => tx.execute(sql`select 1`))],
    ['the accounts library', (db) => db.orm.transaction((tx) => tx.execute(sql`select 1`))],
    ['long system work', (db) => db.long.asSystem((tx) => tx.execute(sql`select 1`))],
    ['withLock', (db) => db.withLock(8, async () => undefined)],
  ])('by %s is discarded, and the pool stays complete', async (_, call) => {
    const { db, drop } = await testDatabase()
    await call(db)
    const cut = ({ processID }: pg.PoolClient & { processID?: number | null }): void =>
      void (processID && process.kill(processID, 'SIGTERM'))
    const pools = [db.pool, db.long.pool]
    for (const pool of pools) pool.on('acquire', cut)
    for (let round = 0; round < 12; round++) expect(isDatabaseDown(await call(db).catch((error: unknown) => error))).toBe(true)
    for (const pool of pools) pool.off('acquire', cut)
    for (const pool of pools) await expectComplete(pool)
    await drop()
  })
})
