import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db as BossDatabase } from 'pg-boss'
import type { Logger } from 'pino'
import { isDatabaseDown, isDatabaseFull, isReadOnly } from '../db/database-error.ts'
import type { Tx } from '../db/db.ts'
import { openPool, type PoolLimits } from '../db/pool.ts'

/** The library's own questions are short and few. */
const FOR_JOBS: PoolLimits = {
  connections: 2,
  waiting: 100,
  connectMs: 5_000,
  // Changes of its tables, and the building of an index.
  statementMs: 60_000,
  lockMs: 20_000,
  pauseMs: 60_000,
  silenceMs: 5_000,
}

export interface JobsDatabase extends BossDatabase {
  close(): Promise<void>
}

/** The database is away, or writes nothing for want of room: either is over some time. */
export function isPassing(error: unknown): boolean {
  return isDatabaseDown(error) || isDatabaseFull(error) || isReadOnly(error)
}

/** Connections of the job library's own. A database that goes away is told once, and once that it is back. */
export function openJobsDatabase(connection: pg.PoolConfig, log: Logger): JobsDatabase {
  const { pool, close } = openPool(connection, FOR_JOBS, log)
  let isAway = false
  return {
    async executeSql(text, values) {
      try {
        const result = await pool.query<pg.QueryResultRow>(text, values)
        if (isAway) log.info('background jobs go on')
        isAway = false
        return result
      } catch (error) {
        if (isPassing(error) && !isAway) {
          isAway = true
          log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'background jobs wait for the database')
        }
        throw error
      }
    },
    close,
  }
}

/**
 * The library's statement within a transaction of ours, so that a job is there exactly when what ordered it is. The role of people's queries has
 * no right to the tables of jobs: for this one statement the transaction takes its connection's own. Nothing else runs in it meanwhile, as a
 * transaction asks one thing after another.
 */
export function withinTransaction(tx: Tx, fromDrizzle: typeof import('pg-boss').fromDrizzle): BossDatabase {
  return {
    async executeSql(text, values) {
      const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role, set_config('role', 'none', true)`)
      const result = await fromDrizzle(tx, sql).executeSql(text, values)
      // After a failure the transaction is over, and the role with it.
      await tx.execute(sql`select set_config('role', ${rows[0]?.role ?? 'none'}, true)`)
      return result
    },
  }
}
