import pg from 'pg'
import type { Logger } from 'pino'
import { isConnectionLost, NoConnection } from './database-error.ts'

/** What one pool may take, so that whatever is slow or silent costs its own caller and nobody else. Times in milliseconds. */
export interface PoolLimits {
  connections: number
  /** Calls that may wait for a connection; the next one is refused at once. */
  waiting: number
  /** Longest wait for a connection. */
  connectMs: number
  statementMs: number
  lockMs: number
  /** Longest pause between two statements of a transaction. A token is renewed at its platform inside of one. */
  pauseMs: number
  /** How long after the server should have ended a statement its silence means that it is gone. */
  silenceMs: number
}

/** Calls of people, who wait. */
export const FOR_REQUESTS: PoolLimits = {
  connections: 10,
  waiting: 250,
  connectMs: 5_000,
  statementMs: 30_000,
  lockMs: 20_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

/** Clean-up, deletion of whole accounts: long, few, and never in the way of people's calls. */
export const FOR_LONG_WORK: PoolLimits = {
  connections: 3,
  waiting: 20,
  connectMs: 60_000,
  statementMs: 10 * 60_000,
  lockMs: 60_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

/** Publishing: short and quick statements, which neither wait for people's calls nor make them wait. */
export const FOR_PUBLISHING: PoolLimits = {
  connections: 4,
  waiting: 1000,
  connectMs: 10_000,
  statementMs: 15_000,
  lockMs: 5_000,
  pauseMs: 15_000,
  silenceMs: 5_000,
}

/** How long connections that are lent may take to come back when the pool is closed, in milliseconds. */
const CLOSE_MS = 5_000

type Lend = Parameters<pg.Pool['connect']>[0]

/** The driver's pool with an end to its queue. Whatever keeps it from lending a connection, the database cannot be asked now. */
class BoundedPool extends pg.Pool {
  readonly #waiting: number

  constructor(config: pg.PoolConfig, waiting: number) {
    super(config)
    this.#waiting = waiting
  }

  override connect(): Promise<pg.PoolClient>
  override connect(lend: Lend): void
  override connect(lend?: Lend): Promise<pg.PoolClient> | void {
    if (!lend) return this.#lent()
    this.#lent().then(
      (client) => lend(undefined, client, client.release),
      (error: NoConnection) => lend(error, undefined, () => undefined),
    )
  }

  async #lent(): Promise<pg.PoolClient> {
    // Said at once instead of after seconds.
    if (this.waitingCount >= this.#waiting) throw new NoConnection('Too many calls wait for a database connection')
    try {
      return await super.connect()
    } catch (error) {
      throw new NoConnection('There is no database connection', { cause: error })
    }
  }
}

export interface OpenPool {
  pool: pg.Pool
  /** Statements that every transaction begins with, where its connection cannot keep what it is set to. */
  settings: readonly string[]
  /** Waits for what is lent, for some seconds at most. */
  close(): Promise<void>
}

/** What a connection, or a transaction, is set to. */
function settingsOf(bounds: PoolLimits): Record<string, string | number> {
  return {
    // The accounts library asks for rows by token or email before anyone is known: a connection is the system's until asUser narrows it.
    'app.system': 'on',
    // A backslash in a text is a backslash, whatever the server's own setting: some statements hold their values.
    standard_conforming_strings: 'on',
    statement_timeout: bounds.statementMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.pauseMs,
  }
}

/** Opens a pool. Lost connections are logged and replaced; the query that met one fails, the process lives. */
export function openPool(connection: pg.PoolConfig, bounds: PoolLimits, log: Logger): OpenPool {
  const settings = Object.entries(settingsOf(bounds)).map(([name, value]) => `-c ${name}=${value}`)
  const pool = boundedPool({ ...connection, options: [connection.options, ...settings].filter(Boolean).join(' ') }, bounds)
  return { pool, settings: [], close: watched(pool, log) }
}

/**
 * The same through a pooler that gives every transaction another connection of its own: nothing that one is set to may outlast the transaction,
 * so each begins with all of it, and a statement alone is one too.
 */
export function openPooled(connection: pg.PoolConfig, bounds: PoolLimits, log: Logger): OpenPool {
  const pool = boundedPool(connection, bounds)
  const each = Object.entries(settingsOf(bounds)).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  const settings = [`select ${each.join(', ')}`]
  pool.query = inTransaction(pool, ['begin', ...settings].join('; ')) as pg.Pool['query']
  return { pool, settings, close: watched(pool, log) }
}

/** Statements by themselves, for a pool whose connections know nothing. A name is the connection's, and so it is left out. */
function inTransaction(pool: pg.Pool, opening: string) {
  return async (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await pool.connect()
    let isWhole = false
    try {
      await client.query(opening)
      const { name: _, ...nameless } = typeof statement === 'string' ? { name: null, text: statement } : statement
      const result = await client.query(nameless, values)
      isWhole = (await client.query('commit')).command === 'COMMIT'
      return result
    } catch (error) {
      isWhole = !isConnectionLost(error) && (await rollBack(client))
      throw error
    } finally {
      client.release(!isWhole)
    }
  }
}

/** False where the connection is gone. */
export async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // The work's own error tells so.
    return false
  }
}

function boundedPool(connection: pg.PoolConfig, bounds: PoolLimits): pg.Pool {
  const limits = {
    max: bounds.connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: bounds.connectMs,
    // A server that went away without a word answers nothing, its own limits included.
    query_timeout: bounds.statementMs + bounds.silenceMs,
    keepAlive: true,
  }
  return new BoundedPool({ ...limits, ...connection }, bounds.waiting)
}

/** Logs what a pool loses; what is given back closes it. */
function watched(pool: pg.Pool, log: Logger): OpenPool['close'] {
  let isClosing = false
  // The text alone: the error carries the whole client.
  pool.on('error', (error) => isClosing || log.warn({ reason: error.message }, 'a database connection was lost'))
  // The pool listens to idle connections only. One that is lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection failed')))
  return async () => {
    isClosing = true
    let tooLong: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      tooLong = setTimeout(() => {
        log.warn({ lent: pool.totalCount }, 'database connections did not come back and are left behind')
        resolve()
      }, CLOSE_MS)
    })
    await Promise.race([pool.end(), late])
    clearTimeout(tooLong)
  }
}
