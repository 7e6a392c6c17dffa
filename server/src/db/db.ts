import pg from 'pg'
import type { Logger } from 'pino'
import { openTransactions, type Orm, type Tx } from './transactions.ts'

export type { Orm, Tx } from './transactions.ts'

/** The role queries run under; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'ninesixteen_app'

export interface Db {
  /** One transaction that sees and changes this person's rows only, whatever the query says. */
  asUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction over all rows: for the worker, webhooks, sign-in and clean-up, in few and named places. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Work that one process at a time does, over all processes that share the database; `lock` is any number of its own. */
  alone<T>(lock: number, work: () => Promise<T>): Promise<T>
  pool: pg.Pool
  /** Outside row security: for the accounts library alone. */
  orm: Orm
  close(): Promise<void>
}

/** Opens a pool. Lost connections are logged and replaced; the query that met one fails, the process lives. */
export function openDb(connection: pg.PoolConfig, log: Logger): Db {
  // The accounts library asks for rows by token or e-mail before anyone is known: a connection is the system's until asUser narrows it.
  const options = `${connection.options ?? ''} -c app.system=on`.trim()
  const pool = new pg.Pool({ max: 10, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 5_000, ...connection, options })
  let closing = false
  // The text alone: the error carries the whole client.
  pool.on('error', (error) => closing || log.warn({ reason: error.message }, 'a database connection was lost'))
  // The pool listens to idle connections only. One that is lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection failed')))
  const { orm, begun } = openTransactions(pool)
  let hasRole: boolean | null = null
  const openingFor = async (client: pg.PoolClient, userId: string): Promise<string> => {
    hasRole ??= await mayTakeRole(client)
    const role = hasRole ? `set_config('role', '${APP_ROLE}', true), ` : ''
    // One message: each one more is a switch of processes for every call.
    return `begin; select ${role}set_config('app.system', '', true), set_config('app.user_id', ${pg.escapeLiteral(userId)}, true)`
  }
  return {
    asUser: (userId, work) => begun((client) => openingFor(client, userId), work),
    asSystem: (work) => begun('begin', work),
    alone: (lock, work) => holdingLock(pool, lock, work),
    pool,
    orm,
    close: () => {
      closing = true
      return pool.end()
    },
  }
}

/** False on a database whose owner may not make roles: there FORCE ROW LEVEL SECURITY binds the owner itself. */
async function mayTakeRole(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select coalesce((select pg_has_role(current_user, oid, $2) from pg_roles where rolname = $1), false) as may',
    [APP_ROLE, 'member'],
  )
  return rows[0]?.may === true
}

/** The lock is the connection's: one of which it is not known whether it holds the lock still is given up, and the lock with it. */
async function holdingLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isFree = false
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    const result = await work()
    await client.query('select pg_advisory_unlock($1)', [lock])
    isFree = true
    return result
  } finally {
    client.release(!isFree)
  }
}
