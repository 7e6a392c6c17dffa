import type { SQL } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseFull, isConnectionLost, isReadOnly } from './database-error.ts'
import { FOR_LONG_WORK, FOR_PEOPLE, FOR_PUBLISHING, openPool, type PoolBounds } from './pool.ts'
import { createShares, type ShareBounds } from '../fair-work/shares.ts'
import { openTransactions, type Orm, type Transactions, type Tx } from './transactions.ts'

export type { Orm, Tx } from './transactions.ts'

/** The role queries run under; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'ninesixteen_app'

/** Less than half of the connections, so that two people with much to do leave some to all others. */
const SHARE: ShareBounds = { atOnce: 4, waiting: 100, waitMs: 10_000 }

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
  people?: Partial<PoolBounds>
  share?: Partial<ShareBounds>
  /** True while the database's disk is known to be full, so that whoever writes is told that and not to try again in a moment. */
  isFull?: () => boolean
}

export function openDb(connection: pg.PoolConfig, log: Logger, { people, share, isFull = () => false }: DbOptions = {}): Db {
  const short = openPool(connection, { ...FOR_PEOPLE, ...people }, log)
  const [long, publishing] = [openPool(connection, FOR_LONG_WORK, log), openPool(connection, FOR_PUBLISHING, log)]
  const { orm, begun, read } = openTransactions(short.pool)
  const shared = createShares({ ...SHARE, ...share })
  const narrow = narrowingOf()
  const opening = (userId: string) => async (client: pg.PoolClient) => `begin; ${await narrow(client, userId)}`
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw isFull() && (isReadOnly(error) || isConnectionLost(error)) ? new DatabaseFull({ cause: error }) : error
    }
  }
  const { pool } = long
  const work = (of: Transactions): Work => ({
    asUser: (userId, run) => told(of.begun(opening(userId), run)),
    asSystem: (run) => told(of.begun('begin', run)),
  })
  return {
    asUser: (userId, run) => told(shared(userId, () => begun(opening(userId), run))),
    readAsUser: (userId, statement) => told(shared(userId, () => read((client) => narrow(client, userId), statement))),
    asSystem: (run) => told(begun('begin', run)),
    long: { ...work(openTransactions(pool)), pool },
    publishing: work(openTransactions(publishing.pool)),
    alone: (lock, run) => holdingLock(pool, lock, run),
    pool: short.pool,
    pools: { people: short.pool, long: pool, publishing: publishing.pool },
    orm,
    told,
    close: async () => void (await Promise.all([short.close(), long.close(), publishing.close()])),
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
