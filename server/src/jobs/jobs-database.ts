import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db as BossDatabase } from 'pg-boss'
import type { Logger } from 'pino'
import { isDatabaseDown, isDatabaseFull, isReadOnly } from '../db/database-error.ts'
import type { Tx } from '../db/db.ts'
import { openPool, type PoolLimits } from '../db/pool.ts'

/** The library's own queries are short and few. */
const FOR_JOBS: PoolLimits = {
  connections: 2,
  waiting: 100,
  connectMs: 5_000,
  // For its migrations, including the creation of indexes.
  statementMs: 60_000,
  lockMs: 20_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

export interface JobsDatabase extends BossDatabase {
  close(): Promise<void>
}

/** Transient failures: the database is unreachable, or read-only on a full disk. */
export function isTransient(error: unknown): boolean {
  return isDatabaseDown(error) || isDatabaseFull(error) || isReadOnly(error)
}

/** The job library's own connections. Logs an unreachable database once, and its return once. */
export function openJobsDatabase(connection: pg.PoolConfig, log: Logger): JobsDatabase {
  const { pool, close } = openPool(connection, FOR_JOBS, log)
  let isUnavailable = false
  return {
    async executeSql(text, values) {
      try {
        const result = await pool.query<pg.QueryResultRow>(text, values)
        if (isUnavailable) log.info('Background jobs resumed')
        isUnavailable = false
        return result
      } catch (error) {
        if (isTransient(error) && !isUnavailable) {
          isUnavailable = true
          log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'Background jobs waiting for the database')
        }
        throw error
      }
    },
    close,
  }
}

/**
 * Runs the library's statement within our transaction, so that the job exists exactly if the transaction commits. The user role has no
 * access to the job tables: for this statement the transaction switches to the connection's own role, which is safe because its statements
 * run one after another.
 */
export function withinTransaction(tx: Tx, fromDrizzle: typeof import('pg-boss').fromDrizzle): BossDatabase {
  return {
    async executeSql(text, values) {
      const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role, set_config('role', 'none', true)`)
      const result = await fromDrizzle(tx, sql).executeSql(text, values)
      // After a failure the transaction is aborted, and the role with it.
      await tx.execute(sql`select set_config('role', ${rows[0]?.role ?? 'none'}, true)`)
      return result
    },
  }
}

/**
 * Whether the user still exists, and stays until the transaction ends: a deletion waits for it, and then deletes its jobs, too. Read as the
 * connection's own role, because the user role may not lock the row.
 */
export async function lockUserOfJob(db: BossDatabase, userId: string): Promise<boolean> {
  const { rows } = await db.executeSql('select 1 from users where id = $1 for key share', [userId])
  return rows.length > 0
}

/** Deletes jobs that name a user who is gone; jobs of earlier versions could be sent while their user was deleted. */
export async function deleteJobsOfMissingUsers(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass('pgboss.job') is not null as there`)
  if (!rows[0]?.there) return
  await tx.execute(
    sql`delete from pgboss.job where data ? 'userId' and not exists (select from users where users.id = pgboss.job.data ->> 'userId')`,
  )
}

/**
 * Deletes a user's jobs, also finished ones, which stay for days. A running job ends without its row. An instance that never had a job has
 * no tables.
 */
export async function deleteJobsOfUser(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass('pgboss.job') is not null as there`)
  if (!rows[0]?.there) return
  // User ids are random, so any job that contains one is that user's.
  await tx.execute(sql`delete from pgboss.job where strpos(concat_ws(' ', data, singleton_key, output), ${userId}) > 0`)
}
