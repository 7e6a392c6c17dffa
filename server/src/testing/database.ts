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

/** A migrated, empty database on the run's PostgreSQL, for one test. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = { host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' }
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const connection = { ...server, database: name }
  const db = openDb(connection, pino({ level: 'silent' }), { requests: { connections: 5 } })
  return {
    db,
    connection,
    drop: async () => {
      await db.close()
      await run(server, `drop database ${name} with (force)`)
    },
  }
}

async function run(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
