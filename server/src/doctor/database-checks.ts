import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { APP_ROLE } from '../db/db.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'

const JOURNAL = join(import.meta.dirname, '../../drizzle/meta/_journal.json')
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) })
/** Tolerated clock difference in seconds, which includes network latency. */
const APART = { warning: 2, wrong: 60 }

/** Checks that need a database connection. `isRunning`: the product is up, so its heartbeats must be recent. */
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
  if (!rows[0]) throw new Error('The database returned no row')
  return rows[0]
}

async function version(client: pg.Client): Promise<Finding> {
  const startedAt = performance.now()
  const found = await one<{ version: string; number: number; size: string }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const ms = Math.round(performance.now() - startedAt)
  if (found.number < 150_000) return wrong(`PostgreSQL ${found.version} is too old.`, 'Move to version 15 or newer.')
  return ok(`PostgreSQL ${found.version} answers in ${ms} ms; ${found.size} of data.`)
}

async function tables(client: pg.Client): Promise<Finding> {
  const { entries } = journalSchema.parse(JSON.parse(await readFile(JOURNAL, 'utf8')))
  const { has } = await one<{ has: boolean }>(client, `select to_regclass('drizzle.__drizzle_migrations') is not null as has`)
  if (!has) return warning('The database is empty.', 'Start the product to create the tables.')
  const { newest } = await one<{ newest: string | null }>(
    client,
    'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
  )
  const latestMigration = Number(newest ?? 0)
  const latest = Math.max(...entries.map(({ when }) => when))
  const missing = entries.filter(({ when }) => when > latestMigration).length
  if (latestMigration > latest)
    return wrong('The tables are from a newer version of the product.', 'Start that version, or restore the backup from before the update.')
  if (missing > 0) return warning(`${missing} migrations are pending.`, 'Make a backup, then start the product to run them.')
  return ok('The tables match this version.')
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
      `Row security is off for ${open.join(', ')}.`,
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
      `The role ${role} bypasses row security, and may not switch to ${APP_ROLE}.`,
      `Start the product with a role that may create roles, or run: create role ${APP_ROLE} nologin; grant ${APP_ROLE} to ${role};`,
    )
  return ok(member ? `User queries run as ${APP_ROLE}, behind row security.` : `Row security applies to the role ${role} itself.`)
}

async function clock(client: pg.Client): Promise<Finding> {
  const startedAt = Date.now()
  const { at } = await one<{ at: number }>(client, 'select extract(epoch from clock_timestamp())::float8 as at')
  return clockFinding('the database', at - (startedAt + Date.now()) / 2000)
}

/** `ahead`: seconds by which another clock is ahead of this machine's; `unsure`: the precision of that value. */
export function clockFinding(machine: string, ahead: number, uncertainty = 0): Finding {
  const apart = Math.max(0, Math.abs(ahead) - uncertainty)
  const summary = `The clock of ${machine} is ${Math.abs(ahead).toFixed(1)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`
  const mend =
    'Synchronize both with a time server, for example by systemd-timesyncd or chrony: platforms reject signed requests with a wrong time.'
  if (apart > APART.wrong) return wrong(summary, mend)
  return apart > APART.warning ? warning(summary, mend) : ok(`This machine and ${machine} have the same time.`)
}

async function worker(client: pg.Client, isRunning: boolean): Promise<Finding> {
  const { has } = await one<{ has: boolean }>(client, `select to_regclass('publish_workers') is not null as has`)
  const { age } = has
    ? await one<{ age: number | null }>(client, 'select extract(epoch from now() - max(beat_at))::float8 as age from publish_workers')
    : { age: null }
  if (age !== null && age <= 60) return ok(`The publisher's last heartbeat was ${Math.round(age)} seconds ago.`)
  if (!isRunning) return ok('No publisher, because the product is not running here.')
  return wrong('No publisher is running: scheduled posts wait.', 'Start a process with ROLE=all or ROLE=worker, and check its log.')
}
