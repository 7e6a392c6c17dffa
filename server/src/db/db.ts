import { eq, sql, type SQL } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { DatabaseFull, isConnectionLost, isReadOnly, isSerializationFailure, isUserMissing } from './database-error.ts'
import { FOR_LONG_WORK, FOR_REQUESTS, FOR_PUBLISHING, openPool, openPooled, type PoolLimits } from './pool.ts'
import { accounts } from './schema-accounts.ts'
import { openReplica, type Replica, type ReplicaLimits } from './replica.ts'
import { createPerUserLimit, type PerUserLimits } from '../fair-queue/per-user-limit.ts'
import { openTransactions, type Narrowing, type Orm, type Transactions, type Tx } from './transactions.ts'

export type { Orm, Tx } from './transactions.ts'

/** The role that runs queries; it owns nothing and can't bypass row security. */
export const APP_ROLE = 'ninesixteen_app'

/** Less than half of the connections, so that two heavy users leave some for all others. */
const PER_USER: PerUserLimits = { atOnce: 4, waiting: 100, waitMs: 10_000 }

export interface Work {
  /** A transaction that sees and changes only this user's rows, whatever the query says. */
  asUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction over all rows: for the worker, webhooks, sign-in and clean-up, in few and named places. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Db extends Work {
  /** The same for background work that may take minutes, on a pool of its own. */
  long: Work & Pick<Db, 'pool'>
  /** The same for the publisher, on a pool of its own: user requests and publishing don't delay each other. */
  publishing: Work
  /**
   * Read-only work that tolerates a second of staleness: uses the replica while it keeps up, and otherwise the primary. For API clients and
   * aggregates, never for a page that shows a user's own recent change.
   */
  stale: Work
  /** Runs the work in one process at a time, across all processes of the database; `lock` is the advisory lock's number. */
  withLock<T>(lock: number, work: () => Promise<T>): Promise<T>
  /**
   * Rows of one read-only statement as this user, in one round trip where asUser takes three. Values (texts, numbers and booleans only) are
   * inlined into the statement; columns come back as the driver parses them.
   */
  readAsUser<R extends pg.QueryResultRow>(userId: string, statement: SQL): Promise<R[]>
  pool: pg.Pool
  /** All pools, by the work that uses them. */
  pools: Readonly<Record<'people' | 'long' | 'publishing', pg.Pool>>
  /** Bypasses row security: for the accounts library alone. */
  orm: Orm
  /** Adds the errors of `asUser` and `asSystem` for a full disk and a deleted user to queries that bypass them. */
  withNamedErrors<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DbOptions {
  /** Overrides for tests. */
  requests?: Partial<PoolLimits>
  share?: Partial<PerUserLimits>
  /** The same database through a pooler in transaction mode, which serves everything except session locks. */
  pooled?: pg.PoolConfig | null
  /** A replica of the same database. */
  replica?: pg.PoolConfig | null
  replicaBounds?: Partial<ReplicaLimits>
  /** Whether the database's disk is known to be full, so that callers learn that instead of retrying soon. */
  isFull?: () => boolean
}

export function openDb(connection: pg.PoolConfig, log: Logger, options: DbOptions = {}): Db {
  const { requests, share, pooled = null, isFull = () => false } = options
  const open = (bounds: PoolLimits) => (pooled ? openPooled(pooled, bounds, log) : openPool(connection, bounds, log))
  const [short, long, publishing] = [open({ ...FOR_REQUESTS, ...requests }), open(FOR_LONG_WORK), open(FOR_PUBLISHING)]
  // Session locks don't work through a pooler that assigns a connection per transaction.
  const locks = pooled ? openPool(connection, FOR_LONG_WORK, log) : long
  const transactions = openTransactions(short)
  const shared = createPerUserLimit({ ...PER_USER, ...share })
  const narrow = narrowingOf()
  const withNamedErrors = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (isFull() && (isReadOnly(error) || isConnectionLost(error))) throw new DatabaseFull({ cause: error })
      throw isUserMissing(error) ? new AppError('ACCOUNT_DELETED', {}, { cause: error }) : error
    }
  }
  /** A deletion also removes what a user's row refers to, and can deadlock with a write. */
  const ofUser = async <T>(userId: string, work: Promise<T>): Promise<T> => {
    try {
      return await withNamedErrors(work)
    } catch (error) {
      if (error instanceof AppError || !isSerializationFailure(error) || !(await isBeingDeleted(transactions, userId))) throw error
      throw new AppError('ACCOUNT_DELETED', {}, { cause: error })
    }
  }
  const { pool } = long
  const narrowing = (userId: string) => (client: pg.PoolClient) => narrow(client, userId)
  const work = (of: Transactions): Work => ({
    asUser: (userId, run) => ofUser(userId, of.run(run, narrowing(userId))),
    asSystem: (run) => withNamedErrors(of.run(run)),
  })
  const replica = options.replica
    ? openReplica({
        connection: options.replica,
        primary: short.pool,
        log,
        ...(options.replicaBounds && { bounds: options.replicaBounds }),
      })
    : null
  const asUser: Work['asUser'] = (userId, run) =>
    ofUser(
      userId,
      shared(userId, () => transactions.run(run, narrowing(userId))),
    )
  const longWork = work(openTransactions(long))
  return {
    asUser,
    readAsUser: (userId, statement) => withNamedErrors(shared(userId, () => transactions.read(narrowing(userId), statement))),
    asSystem: (run) => withNamedErrors(transactions.run(run)),
    long: { ...longWork, pool },
    stale: staleReads({ asUser, asSystem: longWork.asSystem }, replica, narrowing),
    publishing: work(openTransactions(publishing)),
    withLock: (lock, run) => holdingLock(locks.pool, lock, run),
    pool: short.pool,
    pools: { people: short.pool, long: pool, publishing: publishing.pool },
    orm: transactions.orm,
    withNamedErrors,
    close: async () => {
      const all = new Set([short, long, publishing, locks])
      await Promise.all([replica?.close(), ...[...all].map((one) => one.close())])
    },
  }
}

/** Whether a user is gone, or has no credentials any more, which a deletion removes first. */
async function isBeingDeleted({ run }: Transactions, userId: string): Promise<boolean> {
  return (await run((tx) => tx.$count(accounts, eq(accounts.userId, userId)))) === 0
}

/** On the replica or on the primary; writes are impossible on both. */
function staleReads(primary: Work, replica: Replica | null, narrowing: (userId: string) => Narrowing): Work {
  const reading =
    <T>(run: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      await tx.execute(sql`set transaction read only`)
      return run(tx)
    }
  return {
    asUser: (userId, run) => {
      const onPrimary = () => primary.asUser(userId, reading(run))
      return replica ? replica.read({ work: reading(run), narrowing: narrowing(userId), onPrimary }) : onPrimary()
    },
    asSystem: (run) => {
      const onPrimary = () => primary.asSystem(reading(run))
      return replica ? replica.read({ work: reading(run), onPrimary }) : onPrimary()
    },
  }
}

/** The settings that narrow a transaction to a user, sent with `begin`: each extra message costs a process switch per request. */
function narrowingOf(): (client: pg.PoolClient, userId: string) => Promise<string> {
  let hasRole: boolean | null = null
  return async (client, userId) => {
    hasRole ??= await canSetRole(client)
    const role = hasRole ? `set_config('role', '${APP_ROLE}', true), ` : ''
    return `select ${role}set_config('app.system', '', true), set_config('app.user_id', ${pg.escapeLiteral(userId)}, true)`
  }
}

/** False on a database whose owner may not create roles: there FORCE ROW LEVEL SECURITY binds the owner itself. */
async function canSetRole(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select coalesce((select pg_has_role(current_user, oid, $2) from pg_roles where rolname = $1), false) as may',
    [APP_ROLE, 'member'],
  )
  return rows[0]?.may === true
}

/** The lock belongs to the connection. A connection that may still hold it is closed, which releases the lock. */
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
