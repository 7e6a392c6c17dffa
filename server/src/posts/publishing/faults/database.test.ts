// @module-tag long

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDb } from '../../../db/db.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { startPostgres } from '../../../embedded-postgres/supervisor.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import { takeDatabaseOffline } from '../../../testing/database-outage.ts'
import { EVERY_PLATFORM, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import type { Stage } from '../publisher-deps.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const STAGES: readonly Stage[] = ['claimed', 'intent', 'answered', 'recorded', 'asking']
const POLLING = { timeout: 40_000, interval: 20 }
/** Longer than a restart takes, and short enough for a test. */
const LEASE_SECONDS = 30

/** Waits until this many callers arrive, then releases them together. */
function barrier(count: number, work: () => Promise<void>) {
  let arrived = 0
  const open = Promise.withResolvers<void>()
  return async (): Promise<void> => {
    arrived += 1
    if (arrived === count) void work().then(open.resolve, open.reject)
    await open.promise
  }
}

/** A server only for this test, which may crash without harm to other tests. */
async function startOwnServer(): Promise<{ database: TestDatabase; restart(): Promise<void> }> {
  const dataDir = await temporaryFolder()
  const log = pino({ level: 'silent' })
  const postgres = await startPostgres(dataDir, log)
  await migrateDatabase(postgres.connection)
  const db = openDb(postgres.connection, log, { requests: { connections: 5 } })
  const readPid = (): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  onTestFinished(() => postgres.stop())
  return {
    database: { db, connection: postgres.connection, drop: () => db.close() },
    async restart() {
      const previousPid = readPid()
      process.kill(previousPid, 'SIGQUIT')
      await vi.waitFor(() => expect(readPid()).not.toBe(previousPid), POLLING)
    },
  }
}

test('an immediate restart of the database at any step neither duplicates a post nor loses an outcome', { timeout: 150_000 }, async () => {
  const { database, restart } = await startOwnServer()
  const halts = new Map<string, { stage: Stage; arrive: () => Promise<void> }>()
  const bench = await startFaultBench(sandbox, {
    settings: { database },
    leaseSeconds: LEASE_SECONDS,
    async onStage(stage, id) {
      const halt = halts.get(id)
      if (halt?.stage !== stage) return
      halts.delete(id)
      await halt.arrive()
    },
  })
  // One restart per stage, when a post of each platform has reached it.
  const posts: FaultPost[] = []
  for (const stage of STAGES) {
    const arrive = barrier(EVERY_PLATFORM.length, restart)
    for (const platform of EVERY_PLATFORM) {
      const post = await bench.post(platform)
      posts.push(post)
      halts.set(post.id, { stage, arrive })
    }
  }
  bench.work()
  // A post whose release failed in the next restart waits until its lease expires.
  await vi.waitFor(() => bench.waitForEnd(posts), { ...POLLING, timeout: 130_000 })
  expect(halts.size).toBe(0)
  for (const post of posts) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
  // No request was sent without a recorded intent.
  for (const { post, attempts } of await bench.states(posts)) expect(attempts).toHaveLength(post.attempts)
  expect(bench.app.logged.filter((line) => line.includes('left as it was'))).toEqual([])
})

test('publishes a post that became due while the database was unavailable', async () => {
  const bench = await startFaultBench(sandbox)
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds: 1 })))
  const due = Date.now() + 1000
  const bringBack = await takeDatabaseOffline(bench.app.services.db)
  bench.work()
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(due), POLLING)
  // The publisher tried to claim it and failed.
  await vi.waitFor(() => expect(bench.app.logged.join()).toContain('The publisher waits for the database'), POLLING)
  await bringBack()
  await vi.waitFor(() => bench.waitForEnd(posts), POLLING)
  for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})

/** Makes writes to these tables fail like PostgreSQL on a full disk, and counts the attempts. */
async function fillDisk({ app }: FaultBench, tables: readonly string[]): Promise<void> {
  await app.services.db.pool.query(`
    create sequence if not exists refused;
    grant usage on sequence refused to public;
    create or replace function no_room() returns trigger language plpgsql as
      $$ begin perform nextval('refused'); raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  for (const table of tables)
    await app.services.db.pool.query(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`)
}

async function freeDisk({ app }: FaultBench, tables: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await app.services.db.pool.query<{ tries: string }>('select last_value as tries from refused')
    expect(Number(rows[0]?.tries)).toBeGreaterThan(2)
  }, POLLING)
  for (const table of tables) await app.services.db.pool.query(`drop trigger no_room on ${table}`)
}

const TABLES = ['publish_attempts', 'scheduled_posts']

test.each(['claimed', 'intent', 'answered', 'asking'] as const)(
  'a full database from the step "%s" on loses no outcome, and nothing is sent that was not recorded',
  async (stage) => {
    let isFull = false
    const bench: FaultBench = await startFaultBench(sandbox, {
      async onStage(reached) {
        if (reached !== stage || isFull) return
        isFull = true
        await fillDisk(bench, TABLES)
      },
    })
    const post = await bench.post('tiktok')
    bench.work()
    await vi.waitFor(() => expect(isFull).toBe(true), POLLING)
    if (stage === 'claimed') {
      await freeDisk(bench, [])
      expect(await sandbox.requests('tiktok')).toEqual([])
    }
    await freeDisk(bench, TABLES)
    await bench.waitForEnd([post])
    expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
    const { rows } = await bench.app.services.db.asSystem((tx) => tx.execute(sql`select 1 from publish_attempts where live`))
    expect(rows).toEqual([])
  },
)
