import { createHash } from 'node:crypto'
import type pg from 'pg'
import { differences, batches, type Difference, type SourceAndTarget } from './compare-rows.ts'
import type { Column, Table } from './tables.ts'

export interface TableCopy extends SourceAndTarget {
  /** A second connection to the target, because the first one is reading. */
  writer: pg.Client
  signal: AbortSignal
  onRows(count: number): void
}

/** Makes a table of the target equal to the source's, reusing rows of earlier runs. */
export async function copyTable(copying: TableCopy, table: Table): Promise<void> {
  // Deletes first: a unique value may have moved to another row.
  await eachPortion(copying, table, async (found) => {
    const deleted = found.filter(({ where }) => where !== 'source')
    if (deleted.length > 0) await removeRows(copying.writer, table, deleted)
  })
  await eachPortion(copying, table, (found) => copyRows(copying, table, found))
}

async function eachPortion(copying: TableCopy, table: Table, work: (found: Difference[]) => Promise<void>): Promise<void> {
  const { signal, target } = copying
  await target.query('begin isolation level repeatable read read only')
  try {
    for await (const found of batches(differences(copying, table, () => undefined))) {
      signal.throwIfAborted()
      await work(found)
    }
  } finally {
    await target.query('rollback')
  }
}

async function removeRows(writer: pg.Client, table: Table, found: readonly Difference[]): Promise<void> {
  const { sql, values } = keysAsRows(table.key, found)
  await writer.query(`delete from ${table.name} where (${names(table.key)}) in (${sql})`, values)
}

async function copyRows({ source, writer, onRows }: TableCopy, table: Table, found: readonly Difference[]): Promise<void> {
  const { sql, values } = keysAsRows(table.key, found)
  const texts = table.columns.map(({ name }) => `${name}::text`).join(', ')
  const { rows } = await source.query<(string | null)[]>({
    text: `select ${texts} from ${table.name} where (${names(table.key)}) in (${sql})`,
    values,
    rowMode: 'array',
  })
  const { sql: rowsSql, values: columns } = asRows(
    table.columns,
    table.columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  )
  await writer.query(`insert into ${table.name} (${names(table.columns)}) overriding system value ${rowsSql}`, columns)
  onRows(rows.length)
}

const names = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ')

function keysAsRows(key: readonly Column[], found: readonly Difference[]): Rows {
  return asRows(
    key,
    key.map((_, at) => found.map((each) => each.key[at] ?? '')),
  )
}

interface Rows {
  sql: string
  values: (string | null)[][]
}

/** Converts text columns to rows with the table's types. */
function asRows(columns: readonly Column[], values: (string | null)[][]): Rows {
  const typed = columns.map(({ type }, at) => `c${at}::${type}`).join(', ')
  const parameters = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  return { sql: `select ${typed} from unnest(${parameters}) as given (${columns.map((_, at) => `c${at}`).join(', ')})`, values }
}

export interface Equality {
  rows: number
  /** Hash over all rows. */
  sha256: string
}

/** Compares every row of every table. Throws if any differs. */
export async function assertEqual(sides: SourceAndTarget, tables: readonly Table[], onRows: (count: number) => void): Promise<Equality> {
  const hash = createHash('sha256')
  let rows = 0
  await sides.target.query('begin isolation level repeatable read read only')
  try {
    for (const table of tables) {
      const onRow = (row: string): void => {
        hash.update(`${row}\n`)
        rows += 1
        onRows(1)
      }
      for await (const { key, where } of differences(sides, table, onRow))
        throw new Error(`${table.label} ${key.join(' ')} differs (${where})`)
    }
  } finally {
    await sides.target.query('rollback')
  }
  return { rows, sha256: hash.digest('hex') }
}
