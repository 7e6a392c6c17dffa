import { join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { ensureAppRole } from './app-role.ts'
import { applyMigrations } from './apply-migrations.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')
/** Arbitrary: every start acquires this advisory lock before it migrates. */
const LOCK = 916_001

/** Marks a database as the target of an unfinished copy. */
export const IN_PROGRESS = 'copy_in_progress'

/** How long a start waits for another one that migrates, or for a table in use, in milliseconds. */
export const MIGRATION_LOCK_MS = 5 * 60_000

/** Brings the tables up to date. */
export function migrateDatabase(connection: pg.ClientConfig, lockMs = MIGRATION_LOCK_MS): Promise<void> {
  return withMigrationLock(connection, lockMs, async (client) => {
    await client.query("set app.system = 'on'")
    await refuseUnfinished(client)
    await applyMigrations(client, MIGRATIONS, lockMs)
    await ensureAppRole(client)
  })
}

/** Safe when several processes start at once: migrations run one after another. */
export async function withMigrationLock<T>(
  connection: pg.ClientConfig,
  lockMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  // A query on a lost connection fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Migrations have no time limit, whatever a hosted database's default is; waiting for locks does.
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${lockMs}`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work(client)
  } catch (error) {
    throw configErrorOf(error) ?? error
  } finally {
    await client.end()
  }
}

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [IN_PROGRESS])
  if (rows[0]?.is)
    throw new ConfigError('The copy into this database is incomplete. Run "npm run database -- copy" again with the same settings.')
}

function configErrorOf(error: unknown): ConfigError | null {
  const driver = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(driver instanceof Error && 'code' in driver)) return null
  if (driver.code === '42501') return new ConfigError(`The database user may not change tables: ${driver.message}.`)
  if (driver.code === '55P03')
    return new ConfigError('Another process has been migrating this database for minutes. Wait for it, or stop it.')
  return null
}
