import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import * as schema from './schema.ts'

export type Orm = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]

/** The role queries run under; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'ninesixteen_app'

export interface Db {
  /** One transaction that sees and changes this person's rows only, whatever the query says. */
  asUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction over all rows: for the worker, webhooks, sign-in and clean-up, in few and named places. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
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
  const orm = drizzle(pool, { schema })
  let hasRole: boolean | null = null
  return {
    asUser: (userId, work) =>
      orm.transaction(async (tx) => {
        hasRole ??= await mayTakeRole(tx)
        const role = hasRole ? sql`set_config('role', ${APP_ROLE}, true),` : sql``
        await tx.execute(sql`select ${role} set_config('app.system', '', true), set_config('app.user_id', ${userId}, true)`)
        return work(tx)
      }),
    asSystem: (work) => orm.transaction(work),
    pool,
    orm,
    close: () => {
      closing = true
      return pool.end()
    },
  }
}

/** False on a database whose owner may not make roles: there FORCE ROW LEVEL SECURITY binds the owner itself. */
async function mayTakeRole(tx: Tx): Promise<boolean> {
  const found = await tx.execute<{ may: boolean }>(
    sql`select coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = ${APP_ROLE}), false) as may`,
  )
  return found.rows[0]?.may === true
}
