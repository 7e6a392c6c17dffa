// @module-tag long

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startPostgres } from '../embedded-postgres/supervisor.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { isDatabaseDown } from './database-error.ts'
import { openDb, type Db } from './db.ts'
import { migrateDatabase } from './migrate.ts'
import { users } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

const log = pino({ level: 'silent' })
const RESTARTS = 50
const TERMINATED = 190
const KILLED = 10
const USERS = ['ann', 'bob', 'cho']
const POLL = { timeout: 20_000, interval: 5 }

/** Clients that read and write until stopped, and their acknowledged writes. */
function startLoad(db: Db) {
  const acknowledged: string[] = []
  const oddErrors: unknown[] = []
  const over = new AbortController()
  let failures = 0
  /** After a failure, a client continues once another client's write succeeds, or when `goOn` is called. */
  let progress = Promise.withResolvers<void>()
  const resume = (): void => {
    progress.resolve()
    progress = Promise.withResolvers()
  }
  const loop = async (work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n++) {
      const next = progress.promise
      try {
        await work(n)
      } catch (error) {
        failures++
        if (!isDatabaseDown(error)) oddErrors.push(error)
        if (!over.signal.aborted) await next
      }
    }
  }
  const write = (userId: string, n: number) => async (): Promise<void> => {
    const [row] = await db.asUser(userId, (tx) =>
      tx
        .insert(companies)
        .values({ userId, name: `${userId} ${n}` })
        .returning({ id: companies.id }),
    )
    acknowledged.push(row?.id ?? '')
  }
  const running = USERS.flatMap((userId) => [
    loop((n) => write(userId, n)()),
    loop(async () => void (await db.asUser(userId, (tx) => tx.select().from(companies).limit(5)))),
    loop(async () => void (await db.orm.transaction((tx) => tx.execute(sql`select count(*) from users`)))),
    loop(async () => void (await db.pool.query('select 1'))),
  ])
  /** Until a new write succeeds: the database is back, and the next kill meets running clients. */
  const isWritten = async (): Promise<void> => {
    const previous = acknowledged.length
    await vi.waitFor(() => {
      resume()
      expect(acknowledged.length).toBeGreaterThan(previous)
    }, POLL)
  }
  const stop = async (): Promise<void> => {
    over.abort()
    resume()
    await Promise.all(running)
  }
  return { acknowledged, oddErrors, isWritten, stop, failures: () => failures }
}

/** PID of the running server; throws while there is none. */
const firstProcess = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** A process that has already ended needs no signal. */
function strike(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Connections of everyone but the caller. */
const OTHERS = `pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Checks out all connections of the pool at once and uses each. */
async function expectComplete(pool: pg.Pool): Promise<void> {
  const lent = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()))
  const clients = lent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    expect(clients).toHaveLength(pool.options.max)
    for (const client of clients) expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(pool.totalCount).toBe(pool.options.max)
  } finally {
    for (const client of clients) client.release()
  }
  expect(pool.waitingCount).toBe(0)
}

test(`${RESTARTS} restarts and ${TERMINATED + KILLED} killed processes of the database under load lose nothing, and leave the pool whole`, async () => {
  const dataDir = await temporaryFolder()
  const postgres = await startPostgres(dataDir, log)
  await migrateDatabase(postgres.connection)
  const db = openDb(postgres.connection, log)
  await db.asSystem((tx) => tx.insert(users).values(USERS.map((id) => ({ id, name: id, email: `${id}@example.org` }))))
  const load = startLoad(db)
  await load.isWritten()
  for (let n = 0; n < RESTARTS; n++) {
    const firstPid = firstProcess(dataDir)
    strike(firstPid, 'SIGQUIT')
    await vi.waitFor(() => expect(firstProcess(dataDir)).not.toBe(firstPid), POLL)
    await load.isWritten()
  }
  for (let remaining = TERMINATED; remaining > 0;) {
    remaining -= (await db.pool.query(`select pg_terminate_backend(pid) from ${OTHERS} limit $1`, [remaining])).rowCount ?? 0
    await load.isWritten()
  }
  for (let n = 0; n < KILLED; n++) {
    // A process that dies takes all others with it, some milliseconds later.
    const { rows } = await vi.waitFor(() => db.pool.query<{ pid: number }>(`select pid from ${OTHERS} limit 1`), POLL)
    for (const { pid } of rows) strike(pid, 'SIGKILL')
    await load.isWritten()
  }
  await load.stop()
  expect(load.oddErrors).toEqual([])
  expect(load.failures()).toBeGreaterThan(RESTARTS)
  // The last kill may take effect only now.
  await vi.waitFor(() => expectComplete(db.pool), POLL)
  const stored = new Set((await db.asSystem((tx) => tx.select({ id: companies.id }).from(companies))).map(({ id }) => id))
  expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([])
  await db.close()
  expect(db.pool.totalCount).toBe(0)
  await postgres.stop()
}, 120_000)
