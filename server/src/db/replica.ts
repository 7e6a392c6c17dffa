import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { openPool, type PoolLimits } from './pool.ts'
import { openTransactions, type Narrowing, type Tx } from './transactions.ts'

/** Limits for reads of API clients and operators: they can fall back to the primary. */
const STALE_READ_LIMITS: PoolLimits = {
  connections: 4,
  waiting: 50,
  connectMs: 2_000,
  statementMs: 30_000,
  lockMs: 2_000,
  pauseMs: 10_000,
  silenceMs: 2_000,
}

/** Overrides for tests. Times in milliseconds. */
export interface ReplicaLimits {
  /** How long the replica is trusted after a check: its reads are never older than this. */
  freshMs: number
  /** How long a failed or lagging replica is skipped. */
  skipMs: number
  /** Number of checks, and the pause between them, until the replica counts as lagging. */
  attempts: number
  pauseMs: number
  now(): number
}

const BOUNDS: ReplicaLimits = { freshMs: 1_000, skipMs: 5_000, attempts: 5, pauseMs: 40, now: () => performance.now() }

export interface ReplicaParts {
  connection: pg.PoolConfig
  /** The primary's pool. */
  primary: Pick<pg.Pool, 'query'>
  log: Logger
  bounds?: Partial<ReplicaLimits>
}

export interface StaleRead<T> {
  work: (tx: Tx) => Promise<T>
  narrowing?: Narrowing
  /** The same work on the primary. */
  onPrimary: () => Promise<T>
}

export interface Replica {
  read<T>(read: StaleRead<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Uses a replica as long as it keeps up: when it has replayed what the primary had written at most a second ago, compared by WAL position
 * rather than by clocks. That holds across network partitions and for any way of shipping the log.
 */
export function openReplica({ connection, primary, log, bounds }: ReplicaParts): Replica {
  const { freshMs, skipMs, attempts, pauseMs, now } = { ...BOUNDS, ...bounds }
  const open = openPool(connection, STALE_READ_LIMITS, log)
  const transactions = openTransactions(open)
  /** The latest time up to which the replica is known to be complete. */
  let freshAt = -Infinity
  let skippedUntil = -Infinity
  let isSkipped = false
  let checking: Promise<void> | null = null

  function skip(reason: string): void {
    ;[freshAt, skippedUntil] = [-Infinity, now() + skipMs]
    if (!isSkipped) log.warn({ reason }, 'Replica skipped: reading from the primary')
    isSkipped = true
  }

  async function check(): Promise<void> {
    const at = now()
    const position = await primary.query<WalPosition>(WAL_POSITION)
    const { place, instance } = position.rows[0] ?? {}
    for (let time = 0; time < attempts; time++) {
      if (time > 0) await wait(pauseMs)
      const { rows } = await open.pool.query<Reached>(REACHED, [place])
      if (rows[0]?.instance !== instance) return skip('replica of another database')
      if (!rows[0]?.hasIt) continue
      freshAt = at
      if (isSkipped) log.info('Replica in use again')
      isSkipped = false
      return
    }
    skip('behind')
  }

  async function keepsUp(): Promise<boolean> {
    if (now() < skippedUntil) return false
    if (now() - freshAt < freshMs) return true
    checking ??= check()
      .catch((error: unknown) => skip(error instanceof Error ? error.message : String(error)))
      .finally(() => (checking = null))
    await checking
    return now() - freshAt < freshMs
  }

  return {
    async read({ work, narrowing, onPrimary }) {
      if (!(await keepsUp())) return onPrimary()
      try {
        return await transactions.run(work, narrowing)
      } catch (error) {
        if (error instanceof AppError) throw error
        // Lost since the check, or a conflict with recovery.
        skip(error instanceof Error ? error.message : String(error))
        return onPrimary()
      }
    },
    close: () => open.close(),
  }
}

interface WalPosition extends pg.QueryResultRow {
  place: string
  instance: string
}

const WAL_POSITION = 'select pg_current_wal_lsn()::text as place, (select id::text from instance) as instance'

interface Reached extends pg.QueryResultRow {
  hasIt: boolean
  instance: string
}

/** On a promoted replica, this is the position of its promotion. */
const REACHED = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasIt", (select id::text from instance) as instance'
