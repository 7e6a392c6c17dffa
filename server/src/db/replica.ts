import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { openPool, type PoolLimits } from './pool.ts'
import { openTransactions, type Narrowing, type Tx } from './transactions.ts'

/** Reads of programs and of whoever runs the instance: who waits for them has the database itself to fall back on. */
const FOR_LATE_READS: PoolLimits = {
  connections: 4,
  waiting: 50,
  connectMs: 2_000,
  statementMs: 30_000,
  lockMs: 2_000,
  pauseMs: 10_000,
  silenceMs: 2_000,
}

/** What a test makes smaller, or moves by hand. Times in milliseconds. */
export interface ReplicaLimits {
  /** For how long it is taken to keep up after it was seen to: what is read from it is never older than this. */
  freshMs: number
  /** For how long one that is away or behind is left alone. */
  leftMs: number
  /** How often, and after which pauses, it is asked whether it has what the database had. */
  looks: number
  pauseMs: number
  now(): number
}

const BOUNDS: ReplicaLimits = { freshMs: 1_000, leftMs: 5_000, looks: 5, pauseMs: 40, now: () => performance.now() }

export interface ReplicaParts {
  connection: pg.PoolConfig
  /** Of the database itself. */
  primary: Pick<pg.Pool, 'query'>
  log: Logger
  bounds?: Partial<ReplicaLimits>
}

export interface StaleRead<T> {
  work: (tx: Tx) => Promise<T>
  narrowing?: Narrowing
  /** The same of the database itself. */
  otherwise: () => Promise<T>
}

export interface Replica {
  read<T>(read: StaleRead<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A replica of the database, asked as long as it keeps up. It does when it has replayed what the database had written a second ago at most, by the
 * places in the database's log and not by clocks: that holds over networks that are cut, and for whatever way the log takes.
 */
export function openReplica({ connection, primary, log, bounds }: ReplicaParts): Replica {
  const { freshMs, leftMs, looks, pauseMs, now } = { ...BOUNDS, ...bounds }
  const open = openPool(connection, FOR_LATE_READS, log)
  const transactions = openTransactions(open)
  /** The last moment whose state it is known to have. */
  let freshAt = -Infinity
  let leftUntil = -Infinity
  let isLeft = false
  let looking: Promise<void> | null = null

  function leave(reason: string): void {
    ;[freshAt, leftUntil] = [-Infinity, now() + leftMs]
    if (!isLeft) log.warn({ reason }, 'the replica is left alone: what may be old is read from the database itself')
    isLeft = true
  }

  async function look(): Promise<void> {
    const at = now()
    const here = await primary.query<Place>(PLACE)
    const { place, instance } = here.rows[0] ?? {}
    for (let time = 0; time < looks; time++) {
      if (time > 0) await wait(pauseMs)
      const { rows } = await open.pool.query<Reached>(REACHED, [place])
      if (rows[0]?.instance !== instance) return leave('it is a replica of another database')
      if (!rows[0]?.hasIt) continue
      freshAt = at
      if (isLeft) log.info('the replica keeps up again and is read from')
      isLeft = false
      return
    }
    leave('it is behind')
  }

  async function keepsUp(): Promise<boolean> {
    if (now() < leftUntil) return false
    if (now() - freshAt < freshMs) return true
    looking ??= look()
      .catch((error: unknown) => leave(error instanceof Error ? error.message : String(error)))
      .finally(() => (looking = null))
    await looking
    return now() - freshAt < freshMs
  }

  return {
    async read({ work, narrowing, otherwise }) {
      if (!(await keepsUp())) return otherwise()
      try {
        return await transactions.begun(work, narrowing)
      } catch (error) {
        if (error instanceof AppError) throw error
        // Away since it was looked at, or in conflict with what it had to replay.
        leave(error instanceof Error ? error.message : String(error))
        return otherwise()
      }
    },
    close: () => open.close(),
  }
}

interface Place extends pg.QueryResultRow {
  place: string
  instance: string
}

const PLACE = 'select pg_current_wal_lsn()::text as place, (select id::text from instance) as instance'

interface Reached extends pg.QueryResultRow {
  hasIt: boolean
  instance: string
}

/** Of a server that is no replica any more it is what it had when it became one of its own. */
const REACHED = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasIt", (select id::text from instance) as instance'
