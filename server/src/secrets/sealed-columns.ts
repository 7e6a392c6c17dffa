import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import type { SecretOwner, SecretBox } from './sealed.ts'
import type { EncryptedCounts, EncryptedColumnSet, ReencryptStep } from './encrypted-column-set.ts'

/** A column of encrypted values. */
export interface SealedColumn {
  what: string
  table: string
  /** Its primary key, which orders the rows. */
  key: readonly [string, ...string[]]
  column: string
  /** Other columns that identify the owner of a value. */
  ownerColumns: readonly string[]
  ownerOf(row: Readonly<Record<string, string>>): SecretOwner
}

/** Short enough not to delay other users of these rows. */
const ROWS = 100

type Row = Record<string, string>

export function sealedColumn(sealer: SecretBox, place: SealedColumn): EncryptedColumnSet {
  const [table, column] = [sql.identifier(place.table), sql.identifier(place.column)]
  const key = list(place.key.map((name) => sql.identifier(name)))
  const keyId = sql`split_part(${column}, '.', 3)`
  const { current, older } = sealer.keyIds

  async function reencryptRows(tx: Tx, row: Row): Promise<boolean> {
    const { sealed = '' } = row
    const owner = place.ownerOf(row)
    const plain = sealer.open(sealed, owner)
    if (plain === null) return false
    const values = list(place.key.map((name) => sql`${row[name]}`))
    const { rowCount } = await tx.execute(
      sql`update ${table} set ${column} = ${sealer.seal(plain, owner)} where (${key}) = (${values}) and ${column} = ${sealed}`,
    )
    return rowCount === 1
  }

  return {
    what: place.what,
    async count(tx): Promise<EncryptedCounts> {
      const { rows } = await tx.execute<{ by: string; values: number }>(
        sql`select ${keyId} as by, count(*)::integer as values from ${table} where ${column} is not null group by 1`,
      )
      const of = (matches: (by: string) => boolean): number => rows.reduce((sum, { by, values }) => sum + (matches(by) ? values : 0), 0)
      return {
        current: of((by) => by === current),
        older: of((by) => older.includes(by)),
        unknown: of((by) => by !== current && !older.includes(by)),
      }
    },
    async step(tx, after): Promise<ReencryptStep> {
      const isAfter = after === null ? sql`true` : sql`(${key}) > (${list(after.map((value) => sql`${value}`))})`
      const selected = [...new Set([...place.key, ...place.ownerColumns])].map((name) => sql.identifier(name))
      // Skips locked rows: their writer re-encrypts them, or the next run does.
      const { rows } = await tx.execute<Row>(sql`select ${list(selected)}, ${column} as sealed from ${table}
        where ${isAfter} and ${keyId} in (${list(older.map((id) => sql`${id}`))})
        order by ${list(place.key.map((name) => sql.identifier(name)))} limit ${ROWS} for update skip locked`)
      let sealed = 0
      for (const row of rows) if (await reencryptRows(tx, row)) sealed++
      const last = rows.at(-1)
      return { sealed, last: last && rows.length === ROWS ? place.key.map((name) => last[name] ?? '') : null }
    },
  }
}

function list(parts: readonly (SQL | ReturnType<typeof sql.identifier>)[]): SQL {
  return sql.join([...parts], sql`, `)
}
