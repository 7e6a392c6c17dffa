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
  const pool = new pg.Pool({ max: 10, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 5_000, options: '-c app.system=on', ...connection })
  let closing = false
  // The text alone: the error carries the whole client.
  pool.on('error', (error) => closing || log.warn({ reason: error.message }, 'a database connection was lost'))
  const orm = drizzle(pool, { schema })
  let hasRole: boolean | null = null
  return {
    asUser: (userId, work) =>
      orm.transaction(async (tx) => {
        hasRole ??= await mayTakeRole(tx)
        if (hasRole) await tx.execute(sql`select set_config('role', ${APP_ROLE}, true)`)
        await tx.execute(sql`select set_config('app.system', '', true), set_config('app.user_id', ${userId}, true)`)
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
