import type pg from 'pg'
import { ConfigError } from '../config-error.ts'

/** Of one table: what is copied of it, and by what its rows are told apart. */
export interface Table {
  /** As a statement names it. */
  name: string
  /** What a person may read. */
  label: string
  columns: Column[]
  /** The columns of the primary key. */
  key: Column[]
}

export interface Column {
  /** As a statement names it. */
  name: string
  type: string
}

interface Row extends pg.QueryResultRow {
  name: string
  label: string
  columns: Column[]
  key: Column[]
}

/** Said in the copy alone, or of processes that do not share it and what they are drawing. */
const LEFT_OUT = ['copy_in_progress', 'drawings', 'processes']

/*
 * All tables of the product, and of the job library the jobs: its queues, its clocks and its figures are made by each start. Columns by their names: in
 * which order an upgrade added them says nothing.
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

/** The tables of both, when they are the same. */
export async function tablesOfBoth(source: pg.Client, target: pg.Client): Promise<Table[]> {
  const [ours, theirs] = [await tablesOf(source), await tablesOf(target)]
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new ConfigError(
      'The two databases have different tables: one of them was made by another version. Begin again with an empty one.',
    )
  return ours
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Row>(TABLES, [LEFT_OUT])
  const keyless = rows.find(({ key }) => key === null)
  if (keyless) throw new Error(`The table ${keyless.label} has no primary key`)
  return rows
}
