import { and, eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'

export type OwnedTable = PgTable & { userId: PgColumn }

export interface ExportedTable {
  table: OwnedTable
  /** Columns that stay here, by their names in the schema. */
  without?: readonly string[]
  /** Says how long the JSON of a row is. Elsewhere the whole row is written to know that, so those looked at together have to be few or short. */
  textBytes?: PgColumn
  rowsTogether?: number
}

export interface OwnedRows extends ExportedTable {
  userId: string
  /** Rows are read together as long as their text is no longer; a longer one comes alone. */
  mostBytes: number
}

/** Enough for rows that are a line each. */
const ROWS_TOGETHER = 500

/** Place of a row in its table, each value as the text that the database writes: a time in this process is less exact than one in a row. */
type Key = readonly string[]

/**
 * Somebody's rows of a table in the order of its primary key, some at a time. Each page is a transaction of its own, so that a slow reader
 * holds nothing in the database. As the system, because a person's own role may not read the table of sessions; the condition names the person.
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
  // The columns of a composite key are copies, of which the query builder cannot tell the type.
  const names =
    primaryKeys[0]?.columns.map((column) => column.name) ?? columns.filter(({ primary }) => primary).map((column) => column.name)
  const key = names.flatMap((wanted) => columns.filter((column) => column.name === wanted))
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`)
  return key
}

const list = (parts: readonly SQLWrapper[]): SQL => sql.join([...parts], sql`, `)
const tuple = (key: readonly PgColumn[]): SQL => sql`(${list(key)})`
const place = (key: readonly PgColumn[], values: Key): SQL =>
  sql`(${list(key.map((column, index) => sql`${values[index]}::${sql.raw(column.getSQLType())}`))})`

/**
 * The next rows that are short enough together, measured and read by one statement: what is changed in between could make a page of short rows
 * a long one. The inner limit keeps the rows behind them from being measured. Whose they are is asked within alone: asked of the found rows once
 * more, it makes a database that has not counted its rows yet look through all of the person's for each of them.
 */
function isInPage(key: readonly PgColumn[], owned: OwnedRows, after: Key | undefined): SQL {
  const { table, userId, mostBytes, textBytes, rowsTogether = ROWS_TOGETHER } = owned
  const mine = and(eq(table.userId, userId), after && sql`${tuple(key)} > ${place(key, after)}`)
  const next = sql`select * from ${table} where ${mine} order by ${list(key)} limit ${rowsTogether}`
  const names = list(key.map(({ name }) => sql.identifier(name)))
  const bytes = textBytes ? sql.identifier(textBytes.name) : sql`octet_length(next::text)`
  const measured = sql`select ${names}, sum(${bytes}) over before as bytes, row_number() over before as place
    from (${next}) next window before as (order by ${names})`
  return sql`${tuple(key)} in (select ${names} from (${measured}) measured where bytes <= ${mostBytes} or place = 1)`
}
