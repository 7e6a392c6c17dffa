import { createTableRelationsHelpers, extractTablesRelationalConfig, sql, type ExtractTablesWithRelations, type SQL } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { withSpan, type SpanFacts } from '../telemetry/spans.ts'
import { isConnectionLost } from './database-error.ts'
import { rollBack, type OpenPool } from './pool.ts'
import * as schema from './schema.ts'

type Schema = typeof schema
type Tables = ExtractTablesWithRelations<Schema>
type Transaction = NodePgTransaction<Schema, Tables>
export type Orm = NodePgDatabase<Schema>
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]

/** A commit that the server answered with a rollback: a statement had failed before, and its error was swallowed. */
export class NothingCommitted extends Error {
  constructor() {
    super('Nothing was committed: a statement of the transaction had failed before')
    this.name = 'NothingCommitted'
  }
}

/** Without its statements, which may hold what people wrote. */
const TRANSACTION: SpanFacts = { name: 'transaction', kind: 'client', attributes: { 'db.system.name': 'postgresql' } }

/**
 * The query builder's transactions, with a connection that always goes back or is given up. The library's own sends `begin`
 * outside of its guard: a connection that was cut before it was never given back, and ten of them were all there are.
 */
class GuardedSession extends NodePgSession<Schema, Tables> {
  readonly #pool: OpenPool
  readonly #dialect: PgDialect
  readonly #relations: { fullSchema: Schema; schema: Tables; tableNamesMap: Record<string, string> }

  constructor(pool: OpenPool, dialect: PgDialect) {
    const { tables, tableNamesMap } = extractTablesRelationalConfig<Tables>(schema, createTableRelationsHelpers)
    const relations = { fullSchema: schema, schema: tables, tableNamesMap }
    super(pool.pool, dialect, relations)
    this.#pool = pool
    this.#dialect = dialect
    this.#relations = relations
  }

  get relations() {
    return this.#relations
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    return this.begun(async (tx) => {
      if (config) await tx.setTransaction(config)
      return work(tx)
    })
  }

  /** A transaction; what sets and narrows it is sent in the message that begins it. */
  begun<T>(work: (tx: Transaction) => Promise<T>, narrowing?: Narrowing): Promise<T> {
    return withSpan(TRANSACTION, () => this.#begun(work, narrowing))
  }

  async #begun<T>(work: (tx: Transaction) => Promise<T>, narrowing: Narrowing | undefined): Promise<T> {
    const client = await this.#pool.pool.connect()
    let isWhole = false
    try {
      const opening = narrowing ? ['begin', ...this.#pool.settings, await narrowing(client)] : ['begin', ...this.#pool.settings]
      await client.query(opening.join('; '))
      const session = new NodePgSession<Schema, Tables>(client, this.#dialect, this.#relations)
      const tx = new NodePgTransaction<Schema, Tables>(this.#dialect, session, this.#relations)
      let result: T
      try {
        result = await work(tx)
      } catch (error) {
        isWhole = !isConnectionLost(error) && (await rollBack(client))
        throw error
      }
      const { command } = await client.query('commit')
      isWhole = true
      if (command !== 'COMMIT') throw new NothingCommitted()
      return result
    } finally {
      // One that broke, or of which nobody knows where it stands, serves nobody any more.
      client.release(!isWhole)
    }
  }
}

/** The rows of one statement, in a transaction that only reads and goes to the database and back as one message. */
async function readOnce<R extends pg.QueryResultRow>(open: OpenPool, narrowing: Narrowing, statement: string): Promise<R[]> {
  const client = await open.pool.connect()
  let isWhole = false
  try {
    const message = ['begin read only', ...open.settings, await narrowing(client), statement, 'commit'].join('; ')
    // Several statements at once are answered with a result each, which the driver's types do not say.
    const results: unknown = await client.query(message)
    const [found, end] = Array.isArray(results) ? (results as pg.QueryResult<R>[]).slice(-2) : []
    isWhole = end?.command === 'COMMIT'
    if (!found || !isWhole) throw new NothingCommitted()
    return found.rows
  } catch (error) {
    isWhole ||= !isConnectionLost(error) && (await rollBack(client))
    throw error
  } finally {
    client.release(!isWhole)
  }
}

/** What narrows a transaction to a person, asked of the connection it is for. */
export type Narrowing = (client: pg.PoolClient) => Promise<string>

export interface Transactions {
  orm: Orm
  begun: GuardedSession['begun']
  /** See `Db.readAsUser`. */
  read<R extends pg.QueryResultRow>(narrowing: Narrowing, statement: SQL): Promise<R[]>
}

/** The query builder over a pool, all of whose transactions go the guarded way: the product's and the accounts library's. */
export function openTransactions(pool: OpenPool): Transactions {
  const dialect = new PgDialect()
  const session = new GuardedSession(pool, dialect)
  return {
    orm: new NodePgDatabase(dialect, session, session.relations),
    begun: (work, narrowing) => session.begun(work, narrowing),
    read: (narrowing, statement) =>
      withSpan(TRANSACTION, () => readOnce(pool, narrowing, dialect.sqlToQuery(sql`${statement}`.inlineParams()).sql)),
  }
}
