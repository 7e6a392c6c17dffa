import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { startReplicated, type Replicated } from '../testing/replica.ts'
import { openDb, type Db } from './db.ts'
import { migrateDatabase } from './migrate.ts'
import { users } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import type { Tx } from './transactions.ts'

let servers: Replicated
let db: Db
let admin: pg.Client
let clock = 0
const lines: string[] = []

beforeAll(async () => {
  servers = await startReplicated()
  await migrateDatabase(servers.primary)
  admin = new pg.Client({ ...servers.replica })
  admin.on('error', () => undefined)
  await admin.connect()
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  // A manual clock: readings stay fresh until the test advances it. The replica gets all the time it needs.
  const replicaBounds = { now: () => clock, looks: 2_000, pauseMs: 10 }
  db = openDb(servers.primary, log, { replica: servers.replica, replicaBounds })
  await db.asSystem((tx) => tx.insert(users).values({ id: 'ann', name: 'Ann', email: 'ann@example.org' }))
})
beforeEach(async () => {
  await db.asUser('ann', (tx) => tx.delete(companies))
})
afterAll(async () => {
  await db.close()
  await admin.end()
  await servers.stop()
})

const isReplica = async (tx: Tx) => (await tx.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).rows[0]?.is
const messages = () => lines.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg)
const names = async (tx: Tx) => (await tx.select({ name: companies.name }).from(companies)).map(({ name }) => name)
const found = (name: string) => db.asUser('ann', (tx) => tx.insert(companies).values({ userId: 'ann', name }))
/** On a busy machine the replica may lag at first. */
async function readsFromReplica(): Promise<void> {
  await expect
    .poll(() => {
      clock += 10_000
      return db.stale.asUser('ann', isReplica)
    })
    .toBe(true)
  messages()
}

const SKIPPED = 'Replica skipped: reading from the primary'

test('stale reads go to the replica, behind row security and read-only; others to the primary', async () => {
  await found('Acme')
  await readsFromReplica()
  expect(await db.stale.asUser('ann', async (tx) => [await isReplica(tx), await names(tx)])).toEqual([true, ['Acme']])
  expect(await db.stale.asUser('bo', names)).toEqual([])
  expect(await db.stale.asSystem(async (tx) => [await isReplica(tx), await names(tx)])).toEqual([true, ['Acme']])
  expect(await db.asUser('ann', isReplica)).toBe(false)
  expect(await db.asSystem(isReplica)).toBe(false)
  const refusal = new AppError('NOT_FOUND')
  await expect(db.stale.asSystem(() => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(messages()).toEqual([])
})

test('a replica that lags or is unreachable is skipped until it catches up', async () => {
  const db2 = openDb(servers.primary, pino({ level: 'silent' }), {
    replica: servers.replica,
    replicaBounds: { now: () => clock, attempts: 2, pauseMs: 1 },
  })
  await admin.query('select pg_wal_replay_pause()')
  await found('Second')
  clock += 10_000
  expect(await db2.stale.asUser('ann', async (tx) => [await isReplica(tx), await names(tx)])).toEqual([false, ['Second']])
  await db2.close()
  await admin.query('select pg_wal_replay_resume()')
  await readsFromReplica()
  expect(await db.stale.asUser('ann', async (tx) => [await isReplica(tx), await names(tx)])).toEqual([true, ['Second']])

  await servers.endReplica()
  // Still considered fresh, it fails the read, which then goes to the primary.
  expect(await db.stale.asUser('ann', isReplica)).toBe(false)
  clock += 1
  expect(await db.stale.asSystem(isReplica)).toBe(false)
  expect(messages().filter((line) => line === SKIPPED)).toHaveLength(1)
})

test('stale reads use the primary, read-only, without a replica or with one of another database', async () => {
  const plain = openDb(servers.primary, pino({ level: 'silent' }))
  expect(await plain.stale.asUser('ann', isReplica)).toBe(false)
  const write = (tx: Tx) => tx.insert(companies).values({ userId: 'ann', name: 'Never' })
  await expect(plain.stale.asUser('ann', write)).rejects.toMatchObject({ cause: { code: '25006' } })
  await plain.close()

  await found('Third')
  const other = { ...servers.primary, database: `another_${Date.now()}` }
  const client = new pg.Client(servers.primary)
  await client.connect()
  await client.query(`create database ${other.database}`)
  await client.end()
  await migrateDatabase(other)
  const wrong = openDb(servers.primary, pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) }), {
    replica: other,
  })
  expect(await wrong.stale.asUser('ann', names)).toEqual(['Third'])
  expect(lines.join('')).toContain('replica of another database')
  await wrong.close()
})
