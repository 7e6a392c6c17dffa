import type pg from 'pg'
import type { Table } from './tables.ts'

/** Rows compared, changed or copied at a time. */
const AT_ONCE = 500

/** A row's key, and a hash of all its columns. */
interface Hashed {
  key: string[]
  hash: string
}

/** A difference between two tables, in key order. */
export interface Difference {
  key: string[]
  /** Where the row exists; `both` if its content differs. */
  where: 'source' | 'target' | 'both'
}

export interface SourceAndTarget {
  /** In a transaction with a stable snapshot. */
  source: pg.Client
  target: pg.Client
}

/** Settings that make text output independent of the server's configuration. */
export const PORTABLE_TEXT_SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'"

/** Compares a table in one pass over both sides, in constant memory; `onRow` is called for every row of the source. */
export async function* differences(
  { source, target }: SourceAndTarget,
  table: Table,
  onRow: (row: string) => void,
): AsyncGenerator<Difference> {
  const [sourceRows, targetRows] = [hashedRows(source, table), hashedRows(target, table)]
  let [one, other] = [(await sourceRows.next()).value, (await targetRows.next()).value]
  while (one || other) {
    const order = one && other ? compareKeys(one.key, other.key) : one ? -1 : 1
    if (one && order <= 0) onRow(`${table.label} ${JSON.stringify(one.key)} ${one.hash}`)
    if (one && order < 0) yield { key: one.key, where: 'source' }
    else if (other && order > 0) yield { key: other.key, where: 'target' }
    else if (one && one.hash !== other?.hash) yield { key: one.key, where: 'both' }
    if (order <= 0) one = (await sourceRows.next()).value
    if (order >= 0) other = (await targetRows.next()).value
  }
}

/** In byte order, which every database supports. */
async function* hashedRows(client: pg.Client, { name, columns, key }: Table): AsyncGenerator<Hashed, undefined> {
  const keys = key.map((column) => `${column.name}::text collate "C"`)
  const row = columns.map((column) => column.name).join(', ')
  await client.query(`declare rows no scroll cursor for select array[${keys.join(', ')}] as key, md5(row(${row})::text) as hash
    from ${name} order by ${keys.join(', ')}`)
  try {
    for (;;) {
      const { rows } = await client.query<Hashed>(`fetch ${AT_ONCE} from rows`)
      if (rows.length === 0) return undefined
      yield* rows
    }
  } finally {
    await client.query('close rows')
  }
}

function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [at, part] of one.entries()) {
    const order = Buffer.compare(Buffer.from(part), Buffer.from(other[at] ?? ''))
    if (order !== 0) return order
  }
  return 0
}

/** Batches that fit into one statement. */
export async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let portion: T[] = []
  for await (const item of items) {
    portion.push(item)
    if (portion.length < AT_ONCE) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
