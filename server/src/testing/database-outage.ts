import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '../db/db.ts'

/**
 * Takes the test's database offline as a server shutdown does, and optionally runs `change` on it. Returns a function that brings it back.
 */
export async function takeDatabaseOffline(db: Db, change?: string): Promise<() => Promise<void>> {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name
  const allow = (is: boolean) => administer(`alter database ${name} with allow_connections ${is}`)
  await allow(false)
  if (change) await administer(change)
  // A connection that was being opened appears a moment later, so require two empty rounds.
  for (let quiet = 0; quiet < 2;)
    quiet = (await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)) === 0 ? quiet + 1 : 0
  return async () => void (await allow(true))
}

/** Returns the number of rows. */
async function administer(statement: string): Promise<number> {
  const admin = new pg.Client({ host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' })
  await admin.connect()
  try {
    return (await admin.query(statement)).rowCount ?? 0
  } finally {
    await admin.end()
  }
}
