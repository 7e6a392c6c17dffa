import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { APP_ROLE } from '../db/db.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'

const JOURNAL = join(import.meta.dirname, '../../drizzle/meta/_journal.json')
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) })
/** From where on the clocks of two machines are apart, in seconds: a little is the way between them. */
const APART = { warning: 2, wrong: 60 }

/** What only a connection can tell. `isRunning`: whether the product is up, and so has to be alive in what it writes. */
export function databaseChecks(client: pg.Client, isRunning: boolean): Check[] {
  return [
    { name: 'database', run: () => version(client) },
    { name: 'tables', run: () => tables(client) },
    { name: 'row security', run: () => rowSecurity(client) },
    { name: 'database clock', run: () => clock(client) },
    { name: 'worker', run: () => worker(client, isRunning) },
  ]
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement)
  if (!rows[0]) throw new Error('The database gave no answer')
  return rows[0]
}

async function version(client: pg.Client): Promise<Finding> {
  const begun = performance.now()
  const found = await one<{ version: string; number: number; size: string }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const ms = Math.round(performance.now() - begun)
  if (found.number < 150_000) return wrong(`PostgreSQL ${found.version} is too old.`, 'Move to version 15 or newer.')
  return ok(`PostgreSQL ${found.version} answers in ${ms} ms; ${found.size} of data.`)
}

async function tables(client: pg.Client): Promise<Finding> {
  const { entries } = journalSchema.parse(JSON.parse(await readFile(JOURNAL, 'utf8')))
  const { has } = await one<{ has: boolean }>(client, `select to_regclass('drizzle.__drizzle_migrations') is not null as has`)
  if (!has) return warning('The database is empty.', 'Start the product: it makes its tables.')
  const { newest } = await one<{ newest: string | null }>(
    client,
    'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
  )
  const made = Number(newest ?? 0)
  const latest = Math.max(...entries.map(({ when }) => when))
  const missing = entries.filter(({ when }) => when > made).length
  if (made > latest)
    return wrong(
      'The tables were made by a newer version of the product than this one.',
      'Start that version, or restore the backup from before the update.',
    )
  if (missing > 0)
    return warning(`${missing} changes of the tables are not made yet.`, 'Make a backup and start the product: it makes them.')
  return ok('The tables are those of this version.')
}

async function rowSecurity(client: pg.Client): Promise<Finding> {
  const { open } = await one<{ open: string[] | null }>(
    client,
    `select array_agg(c.relname::text order by c.relname) as open
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = to_regnamespace(current_schema()) and not (c.relrowsecurity and c.relforcerowsecurity)`,
  )
  if (open)
    return wrong(
      `Row security is not in force for ${open.join(', ')}.`,
      `Run, as the owner: ${open.map((name) => `alter table ${name} enable row level security, force row level security;`).join(' ')}`,
    )
  const { role, bypasses, member } = await one<{ role: string; bypasses: boolean; member: boolean }>(
    client,
    `select current_user as role, r.rolsuper or r.rolbypassrls as bypasses,
      coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = '${APP_ROLE}'), false) as member
    from pg_roles r where r.rolname = current_user`,
  )
  if (bypasses && !member)
    return wrong(
      `The role ${role} sees the rows of everybody, and may not become ${APP_ROLE}, which does not.`,
      `Start the product as a role that may make roles, or run: create role ${APP_ROLE} nologin; grant ${APP_ROLE} to ${role};`,
    )
  return ok(member ? `Queries for people run as ${APP_ROLE}, behind row security.` : `Row security binds the role ${role} itself.`)
}

async function clock(client: pg.Client): Promise<Finding> {
  const begun = Date.now()
  const { at } = await one<{ at: number }>(client, 'select extract(epoch from clock_timestamp())::float8 as at')
  return clockFinding('the database', at - (begun + Date.now()) / 2000)
}

/** By how many seconds somebody's clock is ahead of this machine's. */
export function clockFinding(whose: string, ahead: number, unsure = 0): Finding {
  const apart = Math.max(0, Math.abs(ahead) - unsure)
  const says = `The clock of ${whose} is ${Math.abs(ahead).toFixed(1)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`
  const mend = 'Let both follow a time server, such as systemd-timesyncd or chrony: platforms refuse signed calls whose time is off.'
  if (apart > APART.wrong) return wrong(says, mend)
  return apart > APART.warning ? warning(says, mend) : ok(`This machine and ${whose} have the same time.`)
}

async function worker(client: pg.Client, isRunning: boolean): Promise<Finding> {
  const { has } = await one<{ has: boolean }>(client, `select to_regclass('publish_workers') is not null as has`)
  const { age } = has
    ? await one<{ age: number | null }>(client, 'select extract(epoch from now() - max(beat_at))::float8 as age from publish_workers')
    : { age: null }
  if (age !== null && age <= 60) return ok(`What publishes was heard of ${Math.round(age)} seconds ago.`)
  if (!isRunning) return ok('Nothing publishes, because the product does not run here.')
  return wrong('Nothing publishes: scheduled posts wait.', 'Start a process with ROLE=all or ROLE=worker, and look at its log.')
}
