import { join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { ensureAppRole } from './app-role.ts'
import { applyMigrations } from './apply-migrations.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')
/** Any number of our own: every start of this product takes this one lock before it touches the tables. */
const LOCK = 916_001

/** The table of a database that is being filled from another one, and the only one that says so. */
export const IN_PROGRESS = 'copy_in_progress'

/** How long a start waits for another one that changes the tables, or for a table that is in use, in milliseconds. */
export const LOCK_MS = 5 * 60_000

/** Brings the tables up to date. */
export function migrateDatabase(connection: pg.ClientConfig, lockMs = LOCK_MS): Promise<void> {
  return whileNobodyMigrates(connection, lockMs, async (client) => {
    await client.query("set app.system = 'on'")
    await refuseUnfinished(client)
    await applyMigrations(client, MIGRATIONS, lockMs)
    await ensureAppRole(client)
  })
}

/** Safe when several processes start at once: whatever changes tables goes through one after another. */
export async function whileNobodyMigrates<T>(
  connection: pg.ClientConfig,
  lockMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  // The statement that meets a lost connection fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A change may take as long as it takes, whatever a rented database allows by default; waiting may not.
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${lockMs}`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work(client)
  } catch (error) {
    throw sentenceOf(error) ?? error
  } finally {
    await client.end()
  }
}

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [IN_PROGRESS])
  if (rows[0]?.is)
    throw new ConfigError('This database is not whole yet: run "npm run database -- copy" again, with the settings it was begun with.')
}

function sentenceOf(error: unknown): ConfigError | null {
  const driver = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(driver instanceof Error && 'code' in driver)) return null
  if (driver.code === '42501') return new ConfigError(`The database's user may not change its tables: ${driver.message}.`)
  if (driver.code === '55P03')
    return new ConfigError('Another start has been changing the tables of this database for minutes: wait for it, or end it.')
  return null
}
