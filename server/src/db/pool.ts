import pg from 'pg'
import type { Logger } from 'pino'
import { NoConnection } from './database-error.ts'

/** What one pool may take, so that whatever is slow or silent costs its own caller and nobody else. Times in milliseconds. */
export interface PoolBounds {
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
export const FOR_PEOPLE: PoolBounds = {
  connections: 10,
  waiting: 250,
  connectMs: 5_000,
  statementMs: 30_000,
  lockMs: 20_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

/** Clean-up, deletion of whole accounts: long, few, and never in the way of people's calls. */
export const FOR_LONG_WORK: PoolBounds = {
  connections: 3,
  waiting: 20,
  connectMs: 60_000,
  statementMs: 10 * 60_000,
  lockMs: 60_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

/** Publishing: short and quick statements, which neither wait for people's calls nor make them wait. */
export const FOR_PUBLISHING: PoolBounds = {
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
  /** Waits for what is lent, for some seconds at most. */
  close(): Promise<void>
}

/** Opens a pool. Lost connections are logged and replaced; the query that met one fails, the process lives. */
export function openPool(connection: pg.PoolConfig, bounds: PoolBounds, log: Logger): OpenPool {
  const settings = {
    // The accounts library asks for rows by token or email before anyone is known: a connection is the system's until asUser narrows it.
    'app.system': 'on',
    // A backslash in a text is a backslash, whatever the server's own setting: some statements hold their values.
    standard_conforming_strings: 'on',
    statement_timeout: bounds.statementMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.pauseMs,
  }
  const options = [connection.options, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].filter(Boolean).join(' ')
  const limits = {
    max: bounds.connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: bounds.connectMs,
    // A server that went away without a word answers nothing, its own limits included.
    query_timeout: bounds.statementMs + bounds.silenceMs,
    keepAlive: true,
  }
  const pool = new BoundedPool({ ...limits, ...connection, options }, bounds.waiting)
  let isClosing = false
  // The text alone: the error carries the whole client.
  pool.on('error', (error) => isClosing || log.warn({ reason: error.message }, 'a database connection was lost'))
  // The pool listens to idle connections only. One that is lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection failed')))
  return {
    pool,
    close: async () => {
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
    },
  }
}
