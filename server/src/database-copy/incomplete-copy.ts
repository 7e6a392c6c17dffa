import type pg from 'pg'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { IN_PROGRESS } from '../db/migrate.ts'

/* Foreign keys and triggers are off during the copy, because rows arrive table by table. */

const referencesSchema = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }))

const REFERENCES = `
  select coalesce(json_agg(json_build_object('table', r.conrelid::regclass::text, 'name', quote_ident(r.conname), 'definition', pg_get_constraintdef(r.oid))), '[]') as found
  from pg_constraint r where r.contype = 'f' and r.conparentid = 0 and r.connamespace = current_schema()::regnamespace`
const TRIGGERS = `
  select coalesce(json_agg(distinct t.tgrelid::regclass::text), '[]') as found from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace and not c.relispartition`
/** Sequences and their values. */
const COUNTERS = `
  select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace order by 1`

/** The instance whose copy is in progress; null if there is none. */
export async function copyTargetOf(client: pg.Client): Promise<string | null> {
  const { rows: found } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [IN_PROGRESS])
  if (!found[0]?.is) return null
  const { rows } = await client.query<{ instance: string }>(`select instance from ${IN_PROGRESS}`)
  return rows[0]?.instance ?? ''
}

/** Marks a database as incomplete, so that no product starts on it. */
export async function markIncomplete(client: pg.Client, instance: string): Promise<void> {
  const references = referencesSchema.parse((await client.query<{ found: unknown }>(REFERENCES)).rows[0]?.found)
  const triggered = z.array(z.string()).parse((await client.query<{ found: unknown }>(TRIGGERS)).rows[0]?.found)
  await atOnce(client, async () => {
    await client.query(`create table ${IN_PROGRESS} (instance text not null, refs jsonb not null, triggered jsonb not null)`)
    const saved = [instance, JSON.stringify(references), JSON.stringify(triggered)]
    await client.query(`insert into ${IN_PROGRESS} values ($1, $2, $3)`, saved)
    for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const table of triggered) await client.query(`alter table ${table} disable trigger user`)
  })
}

/** Completes the copy in one transaction. Dangling references violate the restored constraints. */
export async function markComplete(client: pg.Client, source: pg.Client): Promise<void> {
  const { rows } = await client.query<{ refs: unknown; triggered: unknown }>(`select refs, triggered from ${IN_PROGRESS}`)
  const references = referencesSchema.parse(rows[0]?.refs)
  const triggered = z.array(z.string()).parse(rows[0]?.triggered)
  const counters = await countersOf(source)
  await atOnce(client, async () => {
    for (const { table, name, definition } of references) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
    for (const { name, last, isCalled } of counters) await client.query('select setval($1::regclass, $2, $3)', [name, last, isCalled])
    await client.query(`drop table ${IN_PROGRESS}`)
  })
}

interface Counter {
  name: string
  last: string
  isCalled: boolean
}

async function countersOf(client: pg.Client): Promise<Counter[]> {
  const { rows } = await client.query<{ name: string }>(COUNTERS)
  const counters: Counter[] = []
  for (const { name } of rows) {
    const found = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from "${name}"`,
    )
    const [row] = found.rows
    if (row) counters.push({ name: `"${name}"`, last: row.last, isCalled: row.called })
  }
  return counters
}

async function atOnce(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Throws for a database with user data, or with an incomplete copy of another instance. */
export async function assertEmpty(client: pg.Client, label: string): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>('select exists (select from users) or exists (select from files) as used')
  if (rows[0]?.used) throw new ConfigError(`${label} already contains an instance. Use an empty database.`)
}
