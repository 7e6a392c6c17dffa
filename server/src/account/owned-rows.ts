import { and, eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'

export type OwnedTable = PgTable & { userId: PgColumn }

export interface ExportedTable {
  table: OwnedTable
  /** Columns that stay here, by their names in the schema. */
  without?: readonly string[]
}

/** What is read and held at a time: a slideshow is up to 4 MB, most rows are less than one. */
export interface PageBounds {
  /** Rows of which the sizes are asked for together. */
  rows: number
  /** Rows are fetched together as long as their text is no longer; a longer one comes alone. */
  bytes: number
}

/** Place of a row in its table, each value as the text that the database writes: a time in this process is less exact than one in a row. */
type Key = readonly string[]

interface Measured {
  key: Key
  bytes: number
}

export interface Owned extends ExportedTable {
  userId: string
  bounds: PageBounds
}

/**
 * Somebody's rows of a table in the order of its primary key, some at a time. Each page is a transaction of its own, so that a slow reader
 * holds nothing in the database. As the system, because a person's own role may not read the table of sessions; the condition names the person.
 */
export async function* ownedRows(db: Db, { table, without = [], userId, bounds }: Owned): AsyncGenerator<unknown[], void> {
  const key = primaryKeyOf(table)
  const columns = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name)))
  let after: Key | null = null
  for (;;) {
    const mine = and(eq(table.userId, userId), after ? sql`${tuple(key)} > ${place(key, after)}` : undefined)
    const measured = await measure(db, { table, key, mine, rows: bounds.rows })
    for (const { from, to, rows } of together(measured, after, bounds.bytes)) {
      const begin = from ? sql`${tuple(key)} > ${place(key, from)}` : undefined
      const page = and(eq(table.userId, userId), begin, sql`${tuple(key)} <= ${place(key, to)}`)
      // Rows that came in between meanwhile do not make it larger.
      yield await db.long.asSystem((tx) =>
        tx
          .select(columns)
          .from(table)
          .where(page)
          .orderBy(...key)
          .limit(rows),
      )
    }
    after = measured.at(-1)?.key ?? null
    if (!after || measured.length < bounds.rows) return
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

const list = (parts: SQLWrapper[]): SQL => sql.join(parts, sql`, `)
const tuple = (key: readonly PgColumn[]): SQL => sql`(${list([...key])})`
const place = (key: readonly PgColumn[], values: Key): SQL =>
  sql`(${list(key.map((column, index) => sql`${values[index]}::${sql.raw(column.getSQLType())}`))})`

interface Next {
  table: OwnedTable
  key: readonly PgColumn[]
  mine: SQL | undefined
  rows: number
}

/** Where the next rows stand and how long their text is, without the text. The inner limit keeps the rows behind them from being measured. */
async function measure(db: Db, { table, key, mine, rows }: Next): Promise<Measured[]> {
  const next = sql`select * from ${table} where ${mine} order by ${list([...key])} limit ${rows}`
  const names = key.map(({ name }) => sql`page.${sql.identifier(name)}`)
  const asText = list(names.map((name) => sql`${name}::text`))
  const query = sql`select array[${asText}] as key, octet_length(page::text) as bytes from (${next}) page order by ${list(names)}`
  const found = await db.long.asSystem((tx) => tx.execute<{ key: string[]; bytes: number }>(query))
  return found.rows
}

interface Page {
  /** Exclusive; null at the beginning of the table. */
  from: Key | null
  to: Key
  rows: number
}

function* together(measured: readonly Measured[], after: Key | null, most: number): Generator<Page> {
  let [from, to, rows, bytes]: [Key | null, Key | null, number, number] = [after, null, 0, 0]
  for (const row of measured) {
    if (to && bytes + row.bytes > most) {
      yield { from, to, rows }
      ;[from, rows, bytes] = [to, 0, 0]
    }
    to = row.key
    rows += 1
    bytes += row.bytes
  }
  if (to) yield { from, to, rows }
}
