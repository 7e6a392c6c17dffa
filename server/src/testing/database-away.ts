import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '../db/db.ts'

/** Takes a test's whole database away, as a server does that is stopped; gives back what brings it back. Meanwhile it may be altered. */
export async function takeDatabaseAway(db: Db, change?: string): Promise<() => Promise<void>> {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name
  const allow = (is: boolean) => administer(`alter database ${name} with allow_connections ${is}`)
  await allow(false)
  if (change) await administer(change)
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return () => allow(true)
}

async function administer(statement: string): Promise<void> {
  const admin = new pg.Client({ host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
