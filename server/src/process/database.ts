import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config.ts'
import { lockDataFolder } from '../postgres/instance-lock.ts'
import { startPostgres } from '../postgres/supervisor.ts'

/** Oldest server whose SQL the product speaks, as `server_version_num`. */
const OLDEST = 150_000

export interface OpenedDatabase {
  connection: pg.PoolConfig
  /** True while its disk is known to be full. */
  isFull(): boolean
  stop(): Promise<void>
}

/** The database of DATABASE_URL, else the private one of the data folder, which belongs to this process alone from here on. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    const connection = connectionOf(config.databaseUrl)
    await checkServer(connection)
    return { connection, isFull: () => false, stop: async () => undefined }
  }
  const unlock = await lockDataFolder(config.dataDir, config.publicUrl)
  try {
    const postgres = await startPostgres(config.dataDir, log)
    return {
      connection: postgres.connection,
      isFull: postgres.isFull,
      stop: async () => {
        await postgres.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Options in the address apart from it: those of the product are added to them, where the driver would drop one of the two. */
function connectionOf(databaseUrl: string): pg.PoolConfig {
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options') ?? undefined
  url.searchParams.delete('options')
  return { connectionString: url.href, ...(options && { options }) }
}

interface Server extends pg.QueryResultRow {
  version: number
  keepsOptions: boolean
  mayCreate: boolean
  role: string
  name: string
}

/** Two schemas of their own, of migrations and of jobs, are made once, by the first start that knows them. */
const SERVER = `
  select current_setting('server_version_num')::int as version, coalesce(current_setting('app.system', true), '') = 'on' as "keepsOptions",
    ((to_regnamespace('drizzle') is not null and to_regnamespace('pgboss') is not null)
      or has_database_privilege(current_database(), 'create'))
      and coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
    current_user as role, current_database() as name`

const POOLER = `DATABASE_URL leads to a pooler that drops what each connection is set to, and so would mix people's rows: give the address of PostgreSQL itself.`

async function checkServer(connection: pg.ClientConfig): Promise<void> {
  const options = `${connection.options ?? ''} -c app.system=on`.trim()
  const client = new pg.Client({ ...connection, options, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    // The driver's text names host, user and database, never the password.
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new ConfigError(/unsupported startup parameter/.test(reason) ? POOLER : `DATABASE_URL cannot be reached: ${reason}.`)
  }
  try {
    const { rows } = await client.query<Server>(SERVER)
    if (rows[0]) refuseServer(rows[0])
  } finally {
    await client.end()
  }
}

function refuseServer({ version, keepsOptions, mayCreate, role, name }: Server): void {
  if (version < OLDEST)
    throw new ConfigError(`DATABASE_URL is a PostgreSQL ${Math.floor(version / 10_000)}: version 15 or newer is needed.`)
  if (!keepsOptions) throw new ConfigError(POOLER)
  if (!mayCreate)
    throw new ConfigError(
      `The role ${role} of DATABASE_URL may not make tables in the database ${name}: make it the owner of that database.`,
    )
}
