// @module-tag long

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '../db/migrate.ts'
import { testDatabase } from '../testing/database.ts'
import { insertUser } from '../testing/seed-user.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { jobKinds } from '../bootstrap/job-kinds.ts'
import { copyDatabaseRows, type CopyOptions } from './copy-database.ts'

/** Far above the duration of any step on a busy machine. */
const LONG_TIMEOUT = { timeout: 300_000 }
const log = pino({ level: 'silent' })
const noServices = (): never => {
  throw new Error('No job is done here')
}

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const server = { host: inject('postgresHost'), user: inject('postgresUser') }
  const name = `moved_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { ...server, database: name }
}

/** A source with a user, rows with values of every type, and more rows than one batch; and an empty target. */
async function openBoth() {
  const { db, connection, drop } = await testDatabase()
  onTestFinished(drop)
  await prepareJobs({ connection, log, kinds: jobKinds(noServices) }, ['of-an-earlier-version'])
  const ann = await insertUser(db, { name: 'Ann "O\'Hara" \\N {1,2} 𝒜 ﬀ' })
  const sql = (text: string, values: unknown[] = []) => db.pool.query<Record<string, unknown>>(text, values)
  await sql('insert into companies (user_id, name) select $1, $2 || n from generate_series(1, 1300) n', [ann, 'Moss '])
  await sql(`select nextval(oid::regclass) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`)
  await sql(`insert into pgboss.job (name, data) values ('of-an-earlier-version', '{"kept": [1.50, null]}')`)
  return { sql, ann, connection, target: await emptyDatabase() }
}

const orderOf = (
  { connection, target }: { connection: pg.ClientConfig; target: pg.ClientConfig },
  overrides: Partial<CopyOptions> = {},
): CopyOptions => ({
  source: connection,
  target,
  label: 'The target database',
  isUsed: () => Promise.resolve(false),
  log,
  signal: new AbortController().signal,
  onRows: () => undefined,
  ...overrides,
})

async function queryOnce<R extends pg.QueryResultRow>(connection: pg.ClientConfig, statement: string): Promise<R[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`set app.system = 'on'`)
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Foreign keys and triggers of all tables, as a start creates them. */
const WALLS = `
  select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as what from pg_constraint where contype = 'f'
  union all select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2, 3`
const COUNTERS = `select sequencename as name, last_value from pg_sequences where schemaname = 'public' order by 1`
const COMPANIES = 'select id, name, created_at::text from companies order by id'

test('an interrupted copy resumes, includes changes, and matches in rows, policies and sequences', LONG_TIMEOUT, async () => {
  const both = await openBoth()
  const { sql, ann, connection, target } = both
  const stop = new AbortController()
  await expect(copyDatabaseRows(orderOf(both, { signal: stop.signal, onRows: () => stop.abort() }))).rejects.toThrow(/abort/i)
  // It is half full, and no product starts on it.
  await expect(migrateDatabase(target)).rejects.toThrow('The copy into this database is incomplete. Run "npm run database -- copy" again')

  // Unique values move to other rows, and rows are added, changed and deleted.
  const bob = await sql(
    `update users set email = 'new@example.org' where id = $1 returning (select email from users where id = $1) as email`,
    [ann],
  )
  await sql(`insert into users (id, name, email) values ('bob', 'Bob', $1)`, [bob.rows[0]?.['email']])
  await sql(`delete from companies where name = 'Moss 7'`)
  await sql(`update companies set name = 'Fern' where name = 'Moss 1200'`)
  await sql(`insert into companies (user_id, name) values ($1, 'Moss 7')`, [ann])

  const inUse = await copyDatabaseRows(orderOf(both, { isUsed: () => Promise.resolve(true) }))
  expect(inUse.equality).toBeNull()
  expect(inUse.copied).toBeGreaterThan(700)
  // Rows of the first run are reused.
  expect(inUse.copied).toBeLessThan(1000)
  await sql(`update companies set name = 'Moss' where name = 'Fern'`)

  const moved = await copyDatabaseRows(orderOf(both))
  expect(moved.copied).toBe(1)
  expect(moved.equality?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(moved.equality?.rows).toBeGreaterThan(1300)
  await migrateDatabase(target)
  for (const statement of [
    WALLS,
    COUNTERS,
    COMPANIES,
    'select * from users order by id',
    'select id, data::text from pgboss.job order by id',
    'select id from instance',
  ])
    expect(await queryOnce(target, statement)).toEqual(await queryOnce(connection, statement))
  // Foreign keys are enforced again.
  await expect(queryOnce(target, `insert into companies (user_id, name) values ('nobody', 'x')`)).rejects.toThrow(/foreign key/)
  expect(await queryOnce(target, `select name from users where id <> 'bob'`)).toEqual([{ name: 'Ann "O\'Hara" \\N {1,2} 𝒜 ﬀ' }])
})

test('a database with users or of another unfinished copy is not overwritten', LONG_TIMEOUT, async () => {
  const [one, other] = [await openBoth(), await openBoth()]
  await expect(copyDatabaseRows(orderOf({ connection: one.connection, target: other.connection }))).rejects.toThrow(
    'The target database already contains an instance. Use an empty database.',
  )
  await other.sql('update instance set id = gen_random_uuid()')
  await copyDatabaseRows(orderOf(one, { isUsed: () => Promise.resolve(true) }))
  await expect(copyDatabaseRows(orderOf({ connection: other.connection, target: one.target }))).rejects.toThrow(
    'The target database contains an incomplete copy of another instance. Use an empty database.',
  )
})
