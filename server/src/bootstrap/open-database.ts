import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { textOf } from '../config/values-from-files.ts'
import { lockDataFolder } from '../embedded-postgres/instance-lock.ts'
import { startPostgres } from '../embedded-postgres/supervisor.ts'

/** Five times the bundle of all authorities that browsers trust. */
const CA_MAX_BYTES = 1024 * 1024
/** Oldest supported server, as `server_version_num`. */
const OLDEST = 150_000

export interface OpenedDatabase {
  /** To PostgreSQL itself. */
  connection: pg.PoolConfig
  /** Through a pooler in transaction mode, for everything that needs no session; null without one. */
  pooled: pg.PoolConfig | null
  /** To a replica; null without one. Its availability is checked on use. */
  replica: pg.PoolConfig | null
  /** Whether the disk is known to be full. */
  isFull(): boolean
  stop(): Promise<void>
}

/** The database of DATABASE_URL, or else the embedded one of the data folder, which this process then owns exclusively. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config
    const ca = config.databaseCa === null ? null : textOf(config.databaseCa, 'DATABASE_CA', CA_MAX_BYTES)
    const url = databaseDirectUrl ?? databaseUrl
    const connection = connectionOf(url, ca)
    const name = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    await checkServer(connection, name)
    const pooled = databaseDirectUrl === null ? null : connectionOf(databaseUrl, ca)
    if (pooled) await checkPooler(pooled, connection)
    const replica = databaseReplicaUrl === null ? null : connectionOf(databaseReplicaUrl, ca)
    return { connection, pooled, replica, isFull: () => false, stop: async () => undefined }
  }
  const unlock = await lockDataFolder(config.dataDir, config.publicUrl)
  try {
    const postgres = await startPostgres(config.dataDir, log)
    return {
      connection: postgres.connection,
      pooled: null,
      replica: null,
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

/** Splits options off the URL: the product's options are appended, and the driver would drop one of the two. */
function connectionOf(databaseUrl: string, ca: string | null): pg.PoolConfig {
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options') ?? undefined
  url.searchParams.delete('options')
  // The URL's TLS options would override those passed to the driver.
  if (ca !== null) for (const name of ['ssl', 'sslmode', 'sslrootcert']) url.searchParams.delete(name)
  return { connectionString: url.href, ...(options && { options }), ...(ca !== null && { ssl: { ca, rejectUnauthorized: true } }) }
}

interface Server extends pg.QueryResultRow {
  version: number
  keepsOptions: boolean
  mayCreate: boolean
  /** Encoding of the database. */
  encoding: string
  role: string
  name: string
}

/** Migrations and jobs have a schema each, created by the first start of a version that needs it. */
const SERVER = `
  select current_setting('server_version_num')::int as version, coalesce(current_setting('app.system', true), '') = 'on' as "keepsOptions",
    ((to_regnamespace('drizzle') is not null and to_regnamespace('pgboss') is not null)
      or has_database_privilege(current_database(), 'create'))
      and coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    current_user as role, current_database() as name`

const pooler = (name: string) =>
  `${name} is a pooler that drops connection settings, which row security needs. Use the address of PostgreSQL itself` +
  (name === 'DATABASE_URL' ? ', instead or in addition as DATABASE_DIRECT_URL.' : '.')

async function checkServer(connection: pg.ClientConfig, name: string): Promise<void> {
  const options = `${connection.options ?? ''} -c app.system=on`.trim()
  const rows = await queryOnce<Server>({ ...connection, options }, { name, statement: SERVER }).catch((error: unknown) => {
    throw error instanceof ConfigError && /unsupported startup parameter/.test(error.message) ? new ConfigError(pooler(name)) : error
  })
  if (rows[0]) refuseServer(rows[0], name)
}

interface ServerIdentity extends pg.QueryResultRow {
  place: string
}

/** Identifies a running server by its start time. */
const SERVER_IDENTITY = "select concat_ws(' ', current_database(), extract(epoch from pg_postmaster_start_time())) as place"

async function checkPooler(pooled: pg.PoolConfig, connection: pg.PoolConfig): Promise<void> {
  if (pooled.options !== undefined)
    throw new ConfigError('DATABASE_URL contains options, which a pooler does not pass on. Set them for the role or the database instead.')
  const [[through], [past]] = [
    await queryOnce<ServerIdentity>(pooled, { name: 'DATABASE_URL', statement: SERVER_IDENTITY }),
    await queryOnce<ServerIdentity>(connection, { name: 'DATABASE_DIRECT_URL', statement: SERVER_IDENTITY }),
  ]
  if (through?.place !== past?.place)
    throw new ConfigError('DATABASE_URL and DATABASE_DIRECT_URL point to different databases. Use two addresses of the same database.')
}

/** Rows of one query on a connection of its own. */
async function queryOnce<R extends pg.QueryResultRow>(connection: pg.ClientConfig, { name, statement }: Question): Promise<R[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    // The driver's message names host, user and database, never the password.
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new ConfigError(`${name} cannot be reached: ${reason}.`)
  }
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

interface Question {
  /** Name of the setting. */
  name: string
  statement: string
}

function refuseServer({ version, keepsOptions, mayCreate, encoding, role, name }: Server, setting: string): void {
  if (version < OLDEST)
    throw new ConfigError(`${setting} runs PostgreSQL ${Math.floor(version / 10_000)}. Version 15 or newer is required.`)
  if (!keepsOptions) throw new ConfigError(pooler(setting))
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `The database ${name} of ${setting} has the encoding ${encoding}. Create one with: create database ${name} encoding 'UTF8' template template0`,
    )
  if (!mayCreate)
    throw new ConfigError(
      `The role ${role} of ${setting} may not create tables in the database ${name}. Make it the owner of that database.`,
    )
}
