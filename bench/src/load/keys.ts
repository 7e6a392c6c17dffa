import type pg from 'pg'
import type { BenchTable } from '../table.ts'

interface TableKeys {
  name: string
  primary: boolean
  unique: number
  foreign: number
}

/** Which keys hold the person, as a database that is distributed by person would need of all of them. */
export async function keysTable(client: pg.Client): Promise<BenchTable> {
  const { rows } = await client.query<TableKeys>(`
    with owned as (
      select c.oid, c.relname, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    )
    select relname as name,
      coalesce((select attnum = any(conkey) from pg_constraint where conrelid = owned.oid and contype = 'p'), false) as primary,
      (select count(*)::int from pg_index where indrelid = owned.oid and indisunique and not indisprimary and not attnum = any(indkey::int2[])) as unique,
      (select count(*)::int from pg_constraint where conrelid = owned.oid and contype = 'f' and not attnum = any(conkey)) as foreign
    from owned order by relname`)
  const lacking = rows.filter(({ primary, unique, foreign }) => !primary || unique + foreign > 0)
  return {
    title: `Keys without the person: ${lacking.length} of ${rows.length} tables that name one`,
    columns: ['table', 'primary key', 'unique indexes', 'foreign keys'],
    rows: lacking.map(({ name, primary, unique, foreign }) => [name, primary ? '' : 'lacks it', unique, foreign]),
    gates: [],
  }
}
