import { setTimeout as wait } from 'node:timers/promises'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'

/**
 * How long a migration waits for a table in use, in milliseconds: its waiting lock blocks later queries, those of the release that still
 * serves above all. Then it gives way and retries.
 */
const QUEUE_MS = 2_000
const PAUSE_MS = 1_000

/**
 * Runs the pending migrations, each in its own transaction, so that locks are released between them. An interrupted start leaves whole
 * migrations and the next one continues. Recorded in drizzle-kit's table.
 */
export async function applyMigrations(client: pg.Client, migrationsFolder: string, patienceMs: number): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const { rows } = await client.query<{ newest: string | null }>('select max(created_at)::text as newest from drizzle.__drizzle_migrations')
  const newest = Number(rows[0]?.newest ?? -1)
  const until = performance.now() + patienceMs
  for (const migration of readMigrationFiles({ migrationsFolder }))
    if (migration.folderMillis > newest) await applyOne(client, migration, until)
}

async function applyOne(client: pg.Client, migration: MigrationMeta, until: number): Promise<void> {
  for (;;) {
    try {
      return await withinTransaction(client, migration)
    } catch (error) {
      if (!isInUse(error) || performance.now() > until) throw error
    }
    await wait(PAUSE_MS)
  }
}

async function withinTransaction(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${QUEUE_MS}`)
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
    await client.query('commit')
  } catch (error) {
    // On a lost connection there is nothing to roll back, and the original error is the one to report.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
