import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { createListen } from '../db/listen.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { createJobs } from '../jobs/jobs.ts'
import { startPostgres } from '../embedded-postgres/supervisor.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket folder of the run's private PostgreSQL. */
    postgresHost: string
    postgresUser: string
  }
}

/** The migrated database that every test database is a copy of. */
const TEMPLATE = 'ninesixteen_template'

/** Creates the job tables in the template; otherwise every test would create them with its first job. */
async function migrateJobs(connection: pg.PoolConfig): Promise<void> {
  const log = pino({ level: 'silent' })
  const changes = createListen(connection, log)
  const jobs = createJobs({ connection, changes, log, kinds: [] })
  await jobs.runDue()
  await jobs.stop()
}

/** One private PostgreSQL for the whole run with one migrated template; copying it takes tens of milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-test-'))
  const postgres = await startPostgres(dataDir, pino({ level: 'silent' }))
  const { host, user } = postgres.connection
  if (typeof host !== 'string' || typeof user !== 'string') throw new Error('The embedded PostgreSQL has no socket')
  const client = new pg.Client(postgres.connection)
  await client.connect()
  // The data doesn't outlive the run, so durability is off.
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum']) await client.query(`alter system set ${setting} = off`)
  await client.query("alter system set max_wal_size = '128MB'")
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrateDatabase({ ...postgres.connection, database: TEMPLATE })
  await migrateJobs({ ...postgres.connection, database: TEMPLATE })
  project.provide('postgresHost', host)
  project.provide('postgresUser', user)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}
