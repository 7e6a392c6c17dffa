import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { isDatabaseDown } from './database-error.ts'

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
    await vi.waitFor(async () => expect((await db.pool.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount).toBe(0))
    // The driver has read what the server said last, while no statement was under way.
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
