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
  // A connection that was just being made is seen a moment later.
  for (let quiet = 0; quiet < 2;)
    quiet = (await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)) === 0 ? quiet + 1 : 0
  return async () => void (await allow(true))
}

/** How many rows the statement gave. */
async function administer(statement: string): Promise<number> {
  const admin = new pg.Client({ host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' })
  await admin.connect()
  try {
    return (await admin.query(statement)).rowCount ?? 0
  } finally {
    await admin.end()
  }
}
