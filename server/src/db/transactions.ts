import { sql, type SQL } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { withSpan, type SpanFacts } from '../telemetry/spans.ts'
import { isConnectionLost } from './database-error.ts'
import { rollBack, type OpenPool } from './pool.ts'

/** Relational queries, which would need all tables in one object, are not used. */
type Schema = Record<string, never>
type Transaction = NodePgTransaction<Schema, Schema>
export type Orm = NodePgDatabase<Schema>
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]

/** A commit that PostgreSQL turned into a rollback: an earlier statement failed and its error was swallowed. */
export class NothingCommitted extends Error {
  constructor() {
    super('Nothing was committed: an earlier statement of the transaction failed')
    this.name = 'NothingCommitted'
  }
}

/** Omits statements, which may contain user content. */
const TRANSACTION: SpanFacts = { name: 'transaction', kind: 'client', attributes: { 'db.system.name': 'postgresql' } }

/**
 * The query builder's transactions, with a connection that is always returned or closed. The library sends `begin` outside its try block
 * and never returns a connection that was cut before; ten of those exhaust the pool.
 */
class GuardedSession extends NodePgSession<Schema, Schema> {
  readonly #pool: OpenPool
  readonly #dialect: PgDialect

  constructor(pool: OpenPool, dialect: PgDialect) {
    super(pool.pool, dialect, undefined)
    this.#pool = pool
    this.#dialect = dialect
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    return this.begun(async (tx) => {
      if (config) await tx.setTransaction(config)
      return work(tx)
    })
  }

  /** Runs a transaction; `begin` is sent together with the settings that narrow it. */
  begun<T>(work: (tx: Transaction) => Promise<T>, narrowing?: Narrowing): Promise<T> {
    return withSpan(TRANSACTION, () => this.#begun(work, narrowing))
  }

  async #begun<T>(work: (tx: Transaction) => Promise<T>, narrowing: Narrowing | undefined): Promise<T> {
    const client = await this.#pool.pool.connect()
    let isReusable = false
    try {
      const opening = narrowing ? ['begin', ...this.#pool.settings, await narrowing(client)] : ['begin', ...this.#pool.settings]
      await client.query(opening.join('; '))
      const session = new NodePgSession<Schema, Schema>(client, this.#dialect, undefined)
      const tx = new NodePgTransaction<Schema, Schema>(this.#dialect, session, undefined)
      let result: T
      try {
        result = await work(tx)
      } catch (error) {
        isReusable = !isConnectionLost(error) && (await rollBack(client))
        throw error
      }
      const { command } = await client.query('commit')
      isReusable = true
      if (command !== 'COMMIT') throw new NothingCommitted()
      return result
    } finally {
      // Discard a connection in an unknown state.
      client.release(!isReusable)
    }
  }
}

/** Rows of one statement in a read-only transaction that takes one round trip. */
async function readOnce<R extends pg.QueryResultRow>(open: OpenPool, narrowing: Narrowing, statement: string): Promise<R[]> {
  const client = await open.pool.connect()
  let isReusable = false
  try {
    const message = ['begin read only', ...open.settings, await narrowing(client), statement, 'commit'].join('; ')
    // Several statements return one result each, which the driver's types omit.
    const results: unknown = await client.query(message)
    const [found, end] = Array.isArray(results) ? (results as pg.QueryResult<R>[]).slice(-2) : []
    isReusable = end?.command === 'COMMIT'
    if (!found || !isReusable) throw new NothingCommitted()
    return found.rows
  } catch (error) {
    isReusable ||= !isConnectionLost(error) && (await rollBack(client))
    throw error
  } finally {
    client.release(!isReusable)
  }
}

/** The settings that narrow a transaction to a user, computed for its connection. */
export type Narrowing = (client: pg.PoolClient) => Promise<string>

export interface Transactions {
  orm: Orm
  run: GuardedSession['begun']
  /** See `Db.readAsUser`. */
  read<R extends pg.QueryResultRow>(narrowing: Narrowing, statement: SQL): Promise<R[]>
}

/** The query builder over a pool with guarded transactions, for the product and the accounts library. */
export function openTransactions(pool: OpenPool): Transactions {
  const dialect = new PgDialect()
  const session = new GuardedSession(pool, dialect)
  return {
    orm: new NodePgDatabase(dialect, session, undefined),
    run: (work, narrowing) => session.begun(work, narrowing),
    read: (narrowing, statement) =>
      withSpan(TRANSACTION, () => readOnce(pool, narrowing, dialect.sqlToQuery(sql`${statement}`.inlineParams()).sql)),
  }
}
