import type pg from 'pg'
import { ConfigError } from '../config-error.ts'

/** A table, the columns to copy, and its key. */
export interface Table {
  /** Quoted, for statements. */
  name: string
  /** For messages. */
  label: string
  columns: Column[]
  /** The columns of the primary key. */
  key: Column[]
}

export interface Column {
  /** Quoted, for statements. */
  name: string
  type: string
}

interface Row extends pg.QueryResultRow {
  name: string
  label: string
  columns: Column[]
  key: Column[]
}

/** Tables about the copy itself, or about processes that don't share it. */
const EXCLUDED = ['copy_in_progress', 'drawings', 'processes']

/*
 * All tables of the product, and the jobs of the job library, whose other tables each start recreates. Columns are matched by name: their
 * order depends on upgrades.
 */
const TABLES = `
  select case when n.nspname = 'pgboss' then 'pgboss.' else '' end || quote_ident(c.relname) as name, c.relname as label,
    (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname collate "C")
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by array_position(i.indkey, a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname = current_schema() and c.relname <> all($1) or n.nspname = 'pgboss' and c.relname = 'job')
  order by n.nspname = 'pgboss', c.relname collate "C"`

/** The tables of both databases, if they are the same. */
export async function tablesOfBoth(source: pg.Client, target: pg.Client): Promise<Table[]> {
  const [sourceTables, targetTables] = [await tablesOf(source), await tablesOf(target)]
  if (JSON.stringify(sourceTables) !== JSON.stringify(targetTables))
    throw new ConfigError(
      'The databases have different tables, because they are from different versions. Start again with an empty target.',
    )
  return sourceTables
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Row>(TABLES, [EXCLUDED])
  const keyless = rows.find(({ key }) => key === null)
  if (keyless) throw new Error(`The table ${keyless.label} has no primary key`)
  return rows
}
