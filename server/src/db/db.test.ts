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

test('a connection lost between two statements fails the transaction, not the process, and is replaced', async () => {
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

test('work that fails is undone, and its connection serves the next one', async () => {
  const { db } = database
  const failing = db.asSystem(async (tx) => {
    await tx.execute(sql`insert into users (id, name, email) values ('cut', 'Cut', 'cut@example.com')`)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const left = await db.asSystem((tx) => tx.execute(sql`select id from users`))
  expect(left.rows).toEqual([])
})

test('a statement that failed unnoticed is reported, because its transaction was rolled back', async () => {
  const { db } = database
  const work = db.asSystem(async (tx) => {
    await tx.execute(sql`insert into users (id, name, email) values ('half', 'Half', 'half@example.com')`)
    await tx.execute(sql`select nothing from nowhere`).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('Nothing was committed')
  expect((await db.asSystem((tx) => tx.execute(sql`select id from users`))).rows).toEqual([])
})

test('one at a time, and the next when the first failed', async () => {
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

describe('a connection that is cut as it is lent', () => {
  /** Checks out all connections of the pool at once. */
  const proveWhole = async (pool: pg.Pool): Promise<void> => {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    for (const client of clients) {
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      client.release()
    }
    expect(pool.totalCount).toBe(pool.options.max)
  }

  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['the system', (db) => db.asSystem((tx) => tx.execute(sql`select 1`))],
    ['a person', (db) => db.asUser('ann', (tx) => tx.execute(sql`select 1`))],
    ['the accounts library', (db) => db.orm.transaction((tx) => tx.execute(sql`select 1`))],
    ['long work of the system', (db) => db.long.asSystem((tx) => tx.execute(sql`select 1`))],
    ['work of one process', (db) => db.withLock(8, async () => undefined)],
  ])('by %s is given up, and the pool stays whole', async (_, call) => {
    const { db, drop } = await testDatabase()
    await call(db)
    const cut = ({ processID }: pg.PoolClient & { processID?: number | null }): void =>
      void (processID && process.kill(processID, 'SIGTERM'))
    const pools = [db.pool, db.long.pool]
    for (const pool of pools) pool.on('acquire', cut)
    for (let round = 0; round < 12; round++) expect(isDatabaseDown(await call(db).catch((error: unknown) => error))).toBe(true)
    for (const pool of pools) pool.off('acquire', cut)
    for (const pool of pools) await proveWhole(pool)
    await drop()
  })
})
