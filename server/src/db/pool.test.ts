import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { appError } from '../http/on-error.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDb, type Db, type DbOptions } from './db.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

function open(bounds: DbOptions, connection: pg.PoolConfig = database.connection): Db {
  const db = openDb(connection, pino({ level: 'silent' }), bounds)
  onTestFinished(() => db.close())
  return db
}

const one = (db: Db) => db.asSystem(async (tx) => (await tx.execute<{ one: number }>(sql`select 1 as one`)).rows)
const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error: unknown) => appError(error).code)

/** Holds a lock that others wait for, until it is released. */
async function holdLock(lock: number): Promise<() => Promise<unknown>> {
  const holder = new pg.Client(database.connection)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('select pg_advisory_lock($1)', [lock])
  return () => holder.query('select pg_advisory_unlock($1)', [lock])
}

test.each([
  ['a statement', { statementMs: 20 }, sql`select pg_sleep(60)`],
  ['a lock', { lockMs: 20 }, sql`select pg_advisory_lock(916)`],
])('%s is canceled after its time limit, and its connection is reused', async (_, readers, statement) => {
  const release = await holdLock(916)
  const db = open({ requests: { connections: 1, ...readers } })
  expect(await codeOf(db.asUser('ann', (tx) => tx.execute(statement)))).toBe('UNAVAILABLE')
  expect(await one(db)).toEqual([{ one: 1 }])
  await release()
})

test('the server ends a transaction that is left open', async () => {
  const db = open({ requests: { connections: 1, pauseMs: 20 } })
  const work = db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const isOpen = async () => (await database.db.pool.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount
    await expect.poll(() => isOpen()).toBe(0)
    return tx.execute(sql`select 1`)
  })
  expect(await codeOf(work)).toBe('UNAVAILABLE')
  // On a busy machine the pause within the next transaction may be as long.
  await expect.poll(() => one(db)).toEqual([{ one: 1 }])
})

test('background work may take longer than a user request', async () => {
  const db = open({ requests: { statementMs: 1 } })
  const { rows } = await db.long.asUser('ann', (tx) => tx.execute(sql`select current_setting('statement_timeout') as most, pg_sleep(0.05)`))
  expect(rows).toMatchObject([{ most: '10min' }])
})

test('a request beyond the connection queue is rejected at once', async () => {
  const release = await holdLock(917)
  const db = open({ requests: { connections: 1, waiting: 2 } })
  const slow = Array.from({ length: 3 }, () => db.asSystem((tx) => tx.execute(sql`select pg_advisory_xact_lock(917)`)))
  expect(db.pool.waitingCount).toBe(2)
  expect(await codeOf(one(db))).toBe('UNAVAILABLE')
  expect(await codeOf(db.pool.query('select 1'))).toBe('UNAVAILABLE')
  await release()
  await Promise.all(slow)
  expect(await one(db)).toEqual([{ one: 1 }])
})

test('heavy requests of one user leave connections for others', async () => {
  const release = await holdLock(918)
  const db = open({ requests: { connections: 5 }, share: { atOnce: 2, waiting: 18 } })
  const heavy = Array.from({ length: 20 }, () => db.asUser('ann', (tx) => tx.execute(sql`select pg_advisory_xact_lock(918)`)))
  expect(await codeOf(db.asUser('ann', async () => undefined))).toBe('RATE_LIMITED')
  // Succeeds although none of the other user's queries has ended.
  expect((await db.asUser('bob', (tx) => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }])
  expect(await one(db)).toEqual([{ one: 1 }])
  await release()
  await Promise.all(heavy)
})

test('an unreachable database with a full disk is reported as full', async () => {
  const db = open({ isFull: () => true }, { ...database.connection, host: await temporaryFolder() })
  expect(await codeOf(one(db))).toBe('SERVER_FULL')
  expect(await codeOf(db.asUser('ann', async () => undefined))).toBe('SERVER_FULL')
})

/** A proxy to the run's PostgreSQL that can drop all traffic. */
async function startSilentProxy() {
  const folder = await temporaryFolder()
  const sockets = new Set<Socket>()
  let isSilent = false
  const door = createServer((outer) => {
    const inner = connect(join(database.connection.host ?? '', '.s.PGSQL.5432'))
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isSilent || to.write(bytes))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  await once(door.listen(join(folder, '.s.PGSQL.5432')), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    door.close()
  })
  const silence = (is: boolean): void => void (isSilent = is)
  return { connection: { ...database.connection, host: folder }, silence }
}

test('an unresponsive server holds no connection forever', async () => {
  const { connection, silence } = await startSilentProxy()
  const db = open({ requests: { connections: 2, statementMs: 800, silenceMs: 200, connectMs: 1_000 } }, connection)
  await Promise.all([one(db), one(db)])
  silence(true)
  const calls = [db.asUser('ann', (tx) => tx.execute(sql`select 1`)), one(db), one(db), db.pool.query('select 1')]
  expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set(['UNAVAILABLE']))
  silence(false)
  await expect.poll(() => one(db)).toEqual([{ one: 1 }])
  const clients = await Promise.all([db.pool.connect(), db.pool.connect()])
  for (const client of clients) client.release()
})

test('closing the pool does not wait forever for a connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = openDb(database.connection, pino({ level: 'silent' }))
  const client = await db.pool.connect()
  const closed = db.close()
  await vi.advanceTimersByTimeAsync(5_000)
  await closed
  client.release()
})
