import { sql, type SQL } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseFull, isConnectionLost, isReadOnly } from './database-error.ts'
import { FOR_LONG_WORK, FOR_REQUESTS, FOR_PUBLISHING, openPool, openPooled, type PoolLimits } from './pool.ts'
import { openReplica, type Replica, type ReplicaLimits } from './replica.ts'
import { createPerUserLimit, type PerUserLimits } from '../fair-queue/per-user-limit.ts'
import { openTransactions, type Narrowing, type Orm, type Transactions, type Tx } from './transactions.ts'

export type { Orm, Tx } from './transactions.ts'

/** The role queries run under; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'ninesixteen_app'

/** Less than half of the connections, so that two people with much to do leave some to all others. */
const SHARE: PerUserLimits = { atOnce: 4, waiting: 100, waitMs: 10_000 }

export interface Work {
  /** One transaction that sees and changes this person's rows only, whatever the query says. */
  asUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction over all rows: for the worker, webhooks, sign-in and clean-up, in few and named places. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Db extends Work {
  /** The same for what nobody waits for and may take minutes, over connections of its own. */
  long: Work & Pick<Db, 'pool'>
  /** The same for the publisher, which people's calls are not to hold up, nor it them. */
  publishing: Work
  /**
   * Reads that may be a second old, of the replica where there is one that keeps up, and else of the database itself. For what programs ask and for sums
   * over everybody; never for a page that shows a person what they have just done. Nothing can be written by it.
   */
  late: Work
  /** Work that one process at a time does, over all processes that share the database; `lock` is any number of its own. */
  alone<T>(lock: number, work: () => Promise<T>): Promise<T>
  /**
   * The rows of one statement that only reads, as this person: for calls that are made all day, since it is one message to the database where
   * asUser takes three. Its values, texts, numbers and truths alone, are written into it; its columns come as the driver reads them.
   */
  readAsUser<R extends pg.QueryResultRow>(userId: string, statement: SQL): Promise<R[]>
  pool: pg.Pool
  /** All of them, by who waits for their connections. */
  pools: Readonly<Record<'people' | 'long' | 'publishing', pg.Pool>>
  /** Outside row security: for the accounts library alone. */
  orm: Orm
  /** What `asUser` and `asSystem` say of a failure while the disk is full, for queries that go past them. */
  told<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DbOptions {
  /** What a test makes smaller. */
  people?: Partial<PoolLimits>
  share?: Partial<PerUserLimits>
  /** The same database through a pooler in transaction mode, which then serves all but locks that outlast a transaction. */
  pooled?: pg.PoolConfig | null
  /** A replica of the same database. */
  replica?: pg.PoolConfig | null
  replicaBounds?: Partial<ReplicaLimits>
  /** True while the database's disk is known to be full, so that whoever writes is told that and not to try again in a moment. */
  isFull?: () => boolean
}

export function openDb(connection: pg.PoolConfig, log: Logger, options: DbOptions = {}): Db {
  const { people, share, pooled = null, isFull = () => false } = options
  const open = (bounds: PoolLimits) => (pooled ? openPooled(pooled, bounds, log) : openPool(connection, bounds, log))
  const [short, long, publishing] = [open({ ...FOR_REQUESTS, ...people }), open(FOR_LONG_WORK), open(FOR_PUBLISHING)]
  // A lock of a session cannot be had through a pooler that gives each transaction another one.
  const locks = pooled ? openPool(connection, FOR_LONG_WORK, log) : long
  const transactions = openTransactions(short)
  const shared = createPerUserLimit({ ...SHARE, ...share })
  const narrow = narrowingOf()
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw isFull() && (isReadOnly(error) || isConnectionLost(error)) ? new DatabaseFull({ cause: error }) : error
    }
  }
  const { pool } = long
  const narrowing = (userId: string) => (client: pg.PoolClient) => narrow(client, userId)
  const work = (of: Transactions): Work => ({
    asUser: (userId, run) => told(of.begun(run, narrowing(userId))),
    asSystem: (run) => told(of.begun(run)),
  })
  const replica = options.replica
    ? openReplica({
        connection: options.replica,
        primary: short.pool,
        log,
        ...(options.replicaBounds && { bounds: options.replicaBounds }),
      })
    : null
  const asUser: Work['asUser'] = (userId, run) => told(shared(userId, () => transactions.begun(run, narrowing(userId))))
  const longWork = work(openTransactions(long))
  return {
    asUser,
    readAsUser: (userId, statement) => told(shared(userId, () => transactions.read(narrowing(userId), statement))),
    asSystem: (run) => told(transactions.begun(run)),
    long: { ...longWork, pool },
    late: lateWork({ asUser, asSystem: longWork.asSystem }, replica, narrowing),
    publishing: work(openTransactions(publishing)),
    alone: (lock, run) => holdingLock(locks.pool, lock, run),
    pool: short.pool,
    pools: { people: short.pool, long: pool, publishing: publishing.pool },
    orm: transactions.orm,
    told,
    close: async () => {
      const all = new Set([short, long, publishing, locks])
      await Promise.all([replica?.close(), ...[...all].map((one) => one.close())])
    },
  }
}

/** Of the replica, or of the database itself: either way what is asked cannot write. */
function lateWork(itself: Work, replica: Replica | null, narrowing: (userId: string) => Narrowing): Work {
  const reading =
    <T>(run: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      await tx.execute(sql`set transaction read only`)
      return run(tx)
    }
  return {
    asUser: (userId, run) => {
      const otherwise = () => itself.asUser(userId, reading(run))
      return replica ? replica.read({ work: reading(run), narrowing: narrowing(userId), otherwise }) : otherwise()
    },
    asSystem: (run) => {
      const otherwise = () => itself.asSystem(reading(run))
      return replica ? replica.read({ work: reading(run), otherwise }) : otherwise()
    },
  }
}

/** What makes a transaction a person's, sent with the message that begins it: each one more is a switch of processes for every call. */
function narrowingOf(): (client: pg.PoolClient, userId: string) => Promise<string> {
  let hasRole: boolean | null = null
  return async (client, userId) => {
    hasRole ??= await mayTakeRole(client)
    const role = hasRole ? `set_config('role', '${APP_ROLE}', true), ` : ''
    return `select ${role}set_config('app.system', '', true), set_config('app.user_id', ${pg.escapeLiteral(userId)}, true)`
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
