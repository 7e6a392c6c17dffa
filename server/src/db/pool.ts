import pg from 'pg'
import type { Logger } from 'pino'
import { isConnectionLost, NoConnection } from './database-error.ts'
import { withTimeout } from '../promises.ts'

/** Limits of one pool, so that a slow or silent database costs only that pool's callers. Times in milliseconds. */
export interface PoolLimits {
  connections: number
  /** Callers that may wait for a connection; the next one is rejected at once. */
  waiting: number
  /** Longest wait for a connection. */
  connectMs: number
  statementMs: number
  lockMs: number
  /** Longest pause between two statements of a transaction. A token refresh calls its platform within one. */
  pauseMs: number
  /** Silence after the server's statement timeout that means the server is gone. */
  silenceMs: number
}

/** User requests, which wait for responses. */
export const FOR_REQUESTS: PoolLimits = {
  connections: 10,
  waiting: 250,
  connectMs: 5_000,
  statementMs: 30_000,
  lockMs: 20_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

/** Clean-up and account deletion: long, rare, and on connections of their own. */
export const FOR_LONG_WORK: PoolLimits = {
  connections: 3,
  waiting: 20,
  connectMs: 60_000,
  statementMs: 10 * 60_000,
  lockMs: 60_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

/** Publishing: short statements, isolated from user requests in both directions. */
export const FOR_PUBLISHING: PoolLimits = {
  connections: 4,
  waiting: 1000,
  connectMs: 10_000,
  statementMs: 15_000,
  lockMs: 5_000,
  pauseMs: 15_000,
  silenceMs: 5_000,
}

/** How long the pool waits on close for connections in use, in milliseconds. */
const CLOSE_MS = 5_000

type Lend = Parameters<pg.Pool['connect']>[0]

/** The driver's pool with a bounded queue. Any failure to check out a connection counts as an unreachable database. */
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
    // Reject at once instead of after seconds.
    if (this.waitingCount >= this.#waiting) throw new NoConnection('Too many callers wait for a database connection')
    try {
      return await super.connect()
    } catch (error) {
      throw new NoConnection('No database connection', { cause: error })
    }
  }
}

export interface OpenPool {
  pool: pg.Pool
  /** Statements at the start of every transaction, where connections keep no settings. */
  settings: readonly string[]
  /** Waits a few seconds for connections in use. */
  close(): Promise<void>
}

/** Settings of a connection or a transaction. */
function settingsOf(bounds: PoolLimits): Record<string, string | number> {
  return {
    // The accounts library looks up rows by token or email before the user is known: a connection has system access until asUser narrows
    // it.
    'app.system': 'on',
    // Backslashes are literal, whatever the server's setting: some statements inline their values.
    standard_conforming_strings: 'on',
    statement_timeout: bounds.statementMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.pauseMs,
  }
}

/** Opens a pool. Lost connections are logged and replaced; only the query on a lost connection fails. */
export function openPool(connection: pg.PoolConfig, bounds: PoolLimits, log: Logger): OpenPool {
  const settings = Object.entries(settingsOf(bounds)).map(([name, value]) => `-c ${name}=${value}`)
  const pool = boundedPool({ ...connection, options: [connection.options, ...settings].filter(Boolean).join(' ') }, bounds)
  return { pool, settings: [], close: watched(pool, log) }
}

/**
 * Opens a pool through a pooler in transaction mode: settings can't outlast a transaction, so each transaction sets all of them, and each
 * single statement runs in one.
 */
export function openPooled(connection: pg.PoolConfig, bounds: PoolLimits, log: Logger): OpenPool {
  const pool = boundedPool(connection, bounds)
  const each = Object.entries(settingsOf(bounds)).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  const settings = [`select ${each.join(', ')}`]
  pool.query = inTransaction(pool, ['begin', ...settings].join('; ')) as pg.Pool['query']
  return { pool, settings, close: watched(pool, log) }
}

/**
 * Runs single statements in a transaction, since connections have no settings. Statement names are dropped: they belong to a connection.
 */
function inTransaction(pool: pg.Pool, opening: string) {
  return async (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await pool.connect()
    let isReusable = false
    try {
      await client.query(opening)
      const { name: _, ...nameless } = typeof statement === 'string' ? { name: null, text: statement } : statement
      const result = await client.query(nameless, values)
      isReusable = (await client.query('commit')).command === 'COMMIT'
      return result
    } catch (error) {
      isReusable = !isConnectionLost(error) && (await rollBack(client))
      throw error
    } finally {
      client.release(!isReusable)
    }
  }
}

/** Returns false if the connection is gone. */
export async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // The work's own error reports it.
    return false
  }
}

function boundedPool(connection: pg.PoolConfig, bounds: PoolLimits): pg.Pool {
  const limits = {
    max: bounds.connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: bounds.connectMs,
    // A server that vanished silently doesn't enforce its own limits.
    query_timeout: bounds.statementMs + bounds.silenceMs,
    keepAlive: true,
  }
  return new BoundedPool({ ...limits, ...connection }, bounds.waiting)
}

/** Logs lost connections of a pool; returns its close function. */
function watched(pool: pg.Pool, log: Logger): OpenPool['close'] {
  let isClosing = false
  // Log the message alone: the error holds the whole client.
  pool.on('error', (error) => isClosing || log.warn({ reason: error.message }, 'Database connection lost'))
  // The pool listens to idle connections only. Without this, a connection lost between two statements of a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ reason: error.message }, 'Database connection failed')))
  return async () => {
    isClosing = true
    await withTimeout(pool.end(), CLOSE_MS, () => log.warn({ lent: pool.totalCount }, 'Pool closed with connections still in use'))
  }
}
