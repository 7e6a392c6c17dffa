import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')
/** Any number of our own: every start of this product takes this one lock before it touches the tables. */
const LOCK = 916_001

/** Brings the tables up to date. Safe when several processes start at once: they go through one after another. */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  // The statement that meets a lost connection fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query("set app.system = 'on'")
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
