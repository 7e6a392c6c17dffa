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
const LOOK = { timeout: 40_000, interval: 20 }
/** Longer than a restart takes, and not longer than a test can wait for. */
const LEASE_SECONDS = 30

/** Waits until so many have come, and lets them go on together. */
function barrier(count: number, work: () => Promise<void>) {
  let come = 0
  const open = Promise.withResolvers<void>()
  return async (): Promise<void> => {
    come += 1
    if (come === count) void work().then(open.resolve, open.reject)
    await open.promise
  }
}

/** A server of the test's own, which can be struck without harm to other tests. */
async function ownServer(): Promise<{ database: TestDatabase; restart(): Promise<void> }> {
  const dataDir = await temporaryFolder()
  const log = pino({ level: 'silent' })
  const postgres = await startPostgres(dataDir, log)
  await migrateDatabase(postgres.connection)
  const db = openDb(postgres.connection, log, { requests: { connections: 5 } })
  const processOf = (): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  onTestFinished(() => postgres.stop())
  return {
    database: { db, connection: postgres.connection, drop: () => db.close() },
    async restart() {
      const before = processOf()
      process.kill(before, 'SIGQUIT')
      await vi.waitFor(() => expect(processOf()).not.toBe(before), LOOK)
    },
  }
}

test(
  'a database that is restarted at once, at whatever step of a post, leaves no post doubled, and every outcome kept',
  { timeout: 150_000 },
  async () => {
    const { database, restart } = await ownServer()
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
    // One restart for each stage, when a post of each platform has come to it.
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
    // A post whose release met the next restart waits for the end of its lease.
    await vi.waitFor(() => bench.waitForEnd(posts), { ...LOOK, timeout: 130_000 })
    expect(halts.size).toBe(0)
    for (const post of posts) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
    // None was called without an intent that the database had kept.
    for (const { post, attempts } of await bench.states(posts)) expect(attempts).toHaveLength(post.attempts)
    expect(bench.app.logged.filter((line) => line.includes('left as it was'))).toEqual([])
  },
)

test('a post whose time came while the database was away goes out when it is back', async () => {
  const bench = await startFaultBench(sandbox)
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform, { inSeconds: 1 })))
  const due = Date.now() + 1000
  const bringBack = await takeDatabaseOffline(bench.app.services.db)
  bench.work()
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(due), LOOK)
  // The publisher looked for it and found nothing.
  await vi.waitFor(() => expect(bench.app.logged.join()).toContain('The publisher waits for the database'), LOOK)
  await bringBack()
  await vi.waitFor(() => bench.waitForEnd(posts), LOOK)
  for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})

/** Tables into which nothing can be written, as PostgreSQL has it when its disk is full; counts the tries. */
async function fill({ app }: FaultBench, tables: readonly string[]): Promise<void> {
  await app.services.db.pool.query(`
    create sequence if not exists refused;
    grant usage on sequence refused to public;
    create or replace function no_room() returns trigger language plpgsql as
      $$ begin perform nextval('refused'); raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  for (const table of tables)
    await app.services.db.pool.query(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`)
}

async function makeRoom({ app }: FaultBench, tables: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await app.services.db.pool.query<{ tries: string }>('select last_value as tries from refused')
    expect(Number(rows[0]?.tries)).toBeGreaterThan(2)
  }, LOOK)
  for (const table of tables) await app.services.db.pool.query(`drop trigger no_room on ${table}`)
}

const TABLES = ['publish_attempts', 'scheduled_posts']

test.each(['claimed', 'intent', 'answered', 'asking'] as const)(
  'a database without room from the step "%s" on loses no outcome, and nothing is sent that it could not note',
  async (stage) => {
    let isFull = false
    const bench: FaultBench = await startFaultBench(sandbox, {
      async onStage(reached) {
        if (reached !== stage || isFull) return
        isFull = true
        await fill(bench, TABLES)
      },
    })
    const post = await bench.post('tiktok')
    bench.work()
    await vi.waitFor(() => expect(isFull).toBe(true), LOOK)
    if (stage === 'claimed') {
      await makeRoom(bench, [])
      expect(await sandbox.requests('tiktok')).toEqual([])
    }
    await makeRoom(bench, TABLES)
    await bench.waitForEnd([post])
    expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
    const { rows } = await bench.app.services.db.asSystem((tx) => tx.execute(sql`select 1 from publish_attempts where live`))
    expect(rows).toEqual([])
  },
)
