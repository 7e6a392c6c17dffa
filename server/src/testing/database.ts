import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDb, type Db } from '../db/db.ts'

const TEMPLATE = 'ninesixteen_template'

export interface TestDatabase {
  db: Db
  /** Connection of the table owner, whom row security exempts only while `app.system` is on. */
  connection: pg.PoolConfig
  drop(): Promise<void>
}

const server = () => ({ host: inject('postgresHost'), user: inject('postgresUser') })

let admin: pg.Pool | undefined

/** One connection per process creates and drops databases: opening one takes as long as dropping a database. */
function openAdmin(): pg.Pool {
  const pool = new pg.Pool({ ...server(), database: 'postgres', max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // It stays open until the run's PostgreSQL stops.
  pool.on('error', () => undefined)
  return pool
}

async function run(statement: string): Promise<void> {
  admin ??= openAdmin()
  await admin.query(statement)
}

async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return name
}

/** The database of the next test, created while this one runs. */
let next: Promise<string> | undefined

/** A migrated, empty database on the run's PostgreSQL, for one test. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = await (next ?? createDatabase())
  next = createDatabase()
  const connection = { ...server(), database: name }
  const db = openDb(connection, pino({ level: 'silent' }), { requests: { connections: 5 } })
  return {
    db,
    connection,
    drop: async () => {
      await db.close()
      // Nothing waits for it: a failure is an unhandled rejection, which fails the run.
      void run(`drop database ${name} with (force)`)
    },
  }
}
