import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { textOf } from '../config/values-from-files.ts'
import { lockDataFolder } from '../embedded-postgres/instance-lock.ts'
import { startPostgres } from '../embedded-postgres/supervisor.ts'

/** A bundle of all authorities that browsers know is a fifth of it. */
const CA_MAX_BYTES = 1024 * 1024
/** Oldest server whose SQL the product speaks, as `server_version_num`. */
const OLDEST = 150_000

export interface OpenedDatabase {
  /** To PostgreSQL itself. */
  connection: pg.PoolConfig
  /** Through a pooler in transaction mode, for all that needs no connection of its own; null without one. */
  pooled: pg.PoolConfig | null
  /** To a replica of it; null without one. That it is away, or is none, is found out and told when it is asked. */
  replica: pg.PoolConfig | null
  /** True while its disk is known to be full. */
  isFull(): boolean
  stop(): Promise<void>
}

/** The database of DATABASE_URL, else the private one of the data folder, which belongs to this process alone from here on. */
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

/** Options in the address apart from it: those of the product are added to them, where the driver would drop one of the two. */
function connectionOf(databaseUrl: string, ca: string | null): pg.PoolConfig {
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options') ?? undefined
  url.searchParams.delete('options')
  // The driver takes what the address says of TLS before what it is told beside it.
  if (ca !== null) for (const name of ['ssl', 'sslmode', 'sslrootcert']) url.searchParams.delete(name)
  return { connectionString: url.href, ...(options && { options }), ...(ca !== null && { ssl: { ca, rejectUnauthorized: true } }) }
}

interface Server extends pg.QueryResultRow {
  version: number
  keepsOptions: boolean
  mayCreate: boolean
  /** Of the texts in it. */
  encoding: string
  role: string
  name: string
}

/** Two schemas of their own, of migrations and of jobs, are made once, by the first start that knows them. */
const SERVER = `
  select current_setting('server_version_num')::int as version, coalesce(current_setting('app.system', true), '') = 'on' as "keepsOptions",
    ((to_regnamespace('drizzle') is not null and to_regnamespace('pgboss') is not null)
      or has_database_privilege(current_database(), 'create'))
      and coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    current_user as role, current_database() as name`

const pooler = (name: string) =>
  `${name} leads to a pooler that drops what each connection is set to, and so would mix people's rows: give the address of PostgreSQL itself` +
  (name === 'DATABASE_URL' ? ', in its place or beside it as DATABASE_DIRECT_URL.' : '.')

async function checkServer(connection: pg.ClientConfig, name: string): Promise<void> {
  const options = `${connection.options ?? ''} -c app.system=on`.trim()
  const rows = await asked<Server>({ ...connection, options }, { name, statement: SERVER }).catch((error: unknown) => {
    throw error instanceof ConfigError && /unsupported startup parameter/.test(error.message) ? new ConfigError(pooler(name)) : error
  })
  if (rows[0]) refuseServer(rows[0], name)
}

interface Place extends pg.QueryResultRow {
  place: string
}

/** Of a server that was started at one time there is one. */
const PLACE = "select concat_ws(' ', current_database(), extract(epoch from pg_postmaster_start_time())) as place"

async function checkPooler(pooled: pg.PoolConfig, connection: pg.PoolConfig): Promise<void> {
  if (pooled.options !== undefined)
    throw new ConfigError('DATABASE_URL has options, which a pooler does not pass on: set them for the role or the database instead.')
  const [[through], [past]] = [
    await asked<Place>(pooled, { name: 'DATABASE_URL', statement: PLACE }),
    await asked<Place>(connection, { name: 'DATABASE_DIRECT_URL', statement: PLACE }),
  ]
  if (through?.place !== past?.place)
    throw new ConfigError('DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: give two addresses of one.')
}

/** What one question brings, over a connection of its own. */
async function asked<R extends pg.QueryResultRow>(connection: pg.ClientConfig, { name, statement }: Question): Promise<R[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    // The driver's text names host, user and database, never the password.
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
  /** Of the setting. */
  name: string
  statement: string
}

function refuseServer({ version, keepsOptions, mayCreate, encoding, role, name }: Server, setting: string): void {
  if (version < OLDEST) throw new ConfigError(`${setting} is a PostgreSQL ${Math.floor(version / 10_000)}: version 15 or newer is needed.`)
  if (!keepsOptions) throw new ConfigError(pooler(setting))
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `The database ${name} of ${setting} has the encoding ${encoding}: make one with create database ${name} encoding 'UTF8' template template0.`,
    )
  if (!mayCreate)
    throw new ConfigError(`The role ${role} of ${setting} may not make tables in the database ${name}: make it the owner of that database.`)
}
