import { and, eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'

export type OwnedTable = PgTable & { userId: PgColumn }

export interface ExportedTable {
  table: OwnedTable
  /** Columns to leave out, by their names in the schema. */
  without?: readonly string[]
  /**
   * Column with the length of the row's JSON. Without it each row is serialized to measure it, so that batches must be few or short rows.
   */
  textBytes?: PgColumn
  rowsTogether?: number
}

export interface OwnedRows extends ExportedTable {
  userId: string
  /** Maximum length of a batch; a longer row comes alone. */
  maxBytes: number
}

/** Suitable for short rows. */
const ROWS_TOGETHER = 500

/** A keyset cursor, with values in the database's text format: JavaScript dates are less precise than timestamps. */
type Key = readonly string[]

/**
 * A user's rows of a table in primary key order, in batches. Each batch is a transaction of its own, so that a slow reader blocks nothing.
 * Runs as the system, because the user role can't read the table of sessions; the condition names the user.
 */
export async function* ownedRows(db: Db, owned: OwnedRows): AsyncGenerator<unknown[], void> {
  const { table, without = [] } = owned
  const key = primaryKeyOf(table)
  const row = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name)))
  const fields = { row, key: sql<string[]>`array[${list(key.map((column) => sql`${column}::text`))}]` }
  let after: Key | undefined
  for (;;) {
    const page = isInPage(key, owned, after)
    const read = await db.long.asSystem((tx) =>
      tx
        .select(fields)
        .from(table)
        .where(page)
        .orderBy(...key),
    )
    after = read.at(-1)?.key
    if (!after) return
    yield read.map((found) => found.row)
  }
}

function primaryKeyOf(table: OwnedTable): PgColumn[] {
  const { columns, primaryKeys, name } = getTableConfig(table)
  // The columns of a composite key are copies without a type in the query builder.
  const names =
    primaryKeys[0]?.columns.map((column) => column.name) ?? columns.filter(({ primary }) => primary).map((column) => column.name)
  const key = names.flatMap((columnName) => columns.filter((column) => column.name === columnName))
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`)
  return key
}

const list = (parts: readonly SQLWrapper[]): SQL => sql.join([...parts], sql`, `)
const tuple = (key: readonly PgColumn[]): SQL => sql`(${list(key)})`
const cursorTuple = (key: readonly PgColumn[], values: Key): SQL =>
  sql`(${list(key.map((column, index) => sql`${values[index]}::${sql.raw(column.getSQLType())}`))})`

/**
 * The longest batch of next rows within the limit, measured and read by one statement, since rows may change in between. The inner limit
 * avoids measuring later rows. Only the inner query filters by user: filtering the result again makes a planner without statistics scan all
 * of the user's rows for each of them.
 */
function isInPage(key: readonly PgColumn[], owned: OwnedRows, after: Key | undefined): SQL {
  const { table, userId, maxBytes, textBytes, rowsTogether = ROWS_TOGETHER } = owned
  const isOwn = and(eq(table.userId, userId), after && sql`${tuple(key)} > ${cursorTuple(key, after)}`)
  const next = sql`select * from ${table} where ${isOwn} order by ${list(key)} limit ${rowsTogether}`
  const names = list(key.map(({ name }) => sql.identifier(name)))
  const bytes = textBytes ? sql.identifier(textBytes.name) : sql`octet_length(next::text)`
  const measured = sql`select ${names}, sum(${bytes}) over before as bytes, row_number() over before as place
    from (${next}) next window before as (order by ${names})`
  return sql`${tuple(key)} in (select ${names} from (${measured}) measured where bytes <= ${maxBytes} or place = 1)`
}
