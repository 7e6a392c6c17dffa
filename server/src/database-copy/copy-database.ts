import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { jobKinds } from '../bootstrap/job-kinds.ts'
import { copyTable, assertEqual, type Equality } from './copy-rows.ts'
import { PORTABLE_TEXT_SETTINGS } from './compare-rows.ts'
import { markComplete, copyTargetOf, markIncomplete, assertEmpty } from './incomplete-copy.ts'
import { tablesOfBoth } from './tables.ts'

/** Concurrent runs would fill the same database. */
const LOCK = 916_007

export interface CopyOptions {
  source: pg.ClientConfig
  target: pg.ClientConfig
  /** The target's name in messages. */
  label: string
  /** Whether a process is using the source. */
  isUsed(source: pg.Client): Promise<boolean>
  log: Logger
  signal: AbortSignal
  onRows(count: number): void
}

export interface CopyResult {
  /** Rows copied by this run. */
  copied: number
  tables: number
  /** Null while the source is in use: the copy is outdated, and the target isn't complete. */
  equality: Equality | null
}

/**
 * Makes an empty database equal to another one, of any version of PostgreSQL. Can be interrupted and repeated, and then copies only
 * differences; until it completes no product starts on the target. Only reads the source.
 */
export async function copyDatabaseRows({ source, target, label, isUsed, log, signal, onRows }: CopyOptions): Promise<CopyResult> {
  const clients: pg.Client[] = []
  const connect = async (connection: pg.ClientConfig): Promise<pg.Client> => {
    const client = await connected(connection)
    clients.push(client)
    return client
  }
  try {
    const from = await connect(source)
    const writer = await connect(target)
    await takeLock(writer, label)
    await prepare({ from, writer, target, label, log })
    const into = await connect(target)
    // Checked before the snapshot too: a process that has stopped since may have written after it.
    const wasUsed = await usedBy(source, isUsed)
    await from.query('begin isolation level repeatable read read only')
    const tables = await tablesOfBoth(from, into)
    let copied = 0
    const saved = (count: number): void => {
      copied += count
      onRows(count)
    }
    for (const table of tables) await copyTable({ source: from, target: into, writer, signal, onRows: saved }, table)
    if (wasUsed) return { copied, tables: tables.length, equality: null }
    const equality = await assertEqual({ source: from, target: into }, tables, () => signal.throwIfAborted())
    if (await usedBy(source, isUsed)) return { copied, tables: tables.length, equality: null }
    await markComplete(writer, from)
    await writer.query('analyze')
    return { copied, tables: tables.length, equality }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function usedBy(source: pg.ClientConfig, isUsed: CopyOptions['isUsed']): Promise<boolean> {
  const client = await connected(source)
  try {
    return await isUsed(client)
  } finally {
    await client.end()
  }
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  // A query on a lost connection fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `set app.system = 'on'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${PORTABLE_TEXT_SETTINGS}`,
  )
  return client
}

async function takeLock(writer: pg.Client, label: string): Promise<void> {
  const { rows } = await writer.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  if (!rows[0]?.taken) throw new ConfigError(`Another run is copying into ${label}. Wait for it.`)
}

interface Preparing {
  from: pg.Client
  writer: pg.Client
  target: pg.ClientConfig
  label: string
  log: Logger
}

async function prepare({ from, writer, target, label, log }: Preparing): Promise<void> {
  const [own] = (await from.query<{ id: string }>('select id from instance')).rows
  if (!own) throw new Error('The database has no instance row')
  const filled = await copyTargetOf(writer)
  if (filled !== null && filled !== own.id)
    throw new ConfigError(`${label} contains an incomplete copy of another instance. Use an empty database.`)
  if (filled !== null) return
  await migrateDatabase(target)
  await assertEmpty(writer, label)
  const noServices = (): never => {
    throw new Error('Jobs cannot run during a copy')
  }
  await prepareJobs({ connection: target, log, kinds: jobKinds(noServices) }, await queuesOf(from))
  await markIncomplete(writer, own.id)
}

async function queuesOf(from: pg.Client): Promise<string[]> {
  const { rows } = await from.query<{ name: string }>('select name from pgboss.queue order by name')
  return rows.map(({ name }) => name)
}
