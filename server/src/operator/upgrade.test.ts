import { randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '../db/migrate.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

/** The migrations before the operator page. */
async function earlierMigrations(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_operator'))
  expect(at).toBeGreaterThan(0)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return folder
}

/** A database of the version before, with these accounts. */
async function earlierDatabase(accounts: readonly ('account' | 'demo')[]): Promise<pg.Client> {
  const server = { host: inject('postgresHost'), user: inject('postgresUser') }
  const name = `earlier_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const connection = { ...server, database: name }
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  await client.query("set app.system = 'on'")
  await migrate(drizzle(client), { migrationsFolder: await earlierMigrations() })
  for (const [at, kind] of accounts.entries()) {
    await client.query(`insert into users (id, name, email) values ($1, 'Ann', $1 || '@example.org')`, [`p${at}`])
    const provider = kind === 'demo' ? 'demo' : 'credential'
    await client.query('insert into accounts (id, account_id, provider_id, user_id) values ($1, $1, $2, $1)', [`p${at}`, provider])
    if (kind === 'demo') await client.query("insert into demos (user_id, ends_at) values ($1, now() + interval '1 day')", [`p${at}`])
  }
  await migrateDatabase(connection)
  return client
}

const freshness = async (client: pg.Client) =>
  (await client.query<{ fresh: boolean; first: string | null }>('select is_fresh as fresh, first_account as first from instance')).rows[0]

test('upgrading an instance with accounts makes no one operator', async () => {
  const client = await earlierDatabase(['account', 'demo'])
  expect(await freshness(client)).toEqual({ fresh: false, first: null })
  await client.query(`insert into users (id, name, email) values ('new', 'New', 'new@example.org')`)
  await client.query(`insert into accounts (id, account_id, provider_id, user_id) values ('new', 'new', 'credential', 'new')`)
  expect(await freshness(client)).toEqual({ fresh: false, first: null })
})

test('an instance that only had demos counts as new', async () => {
  const client = await earlierDatabase(['demo'])
  expect(await freshness(client)).toEqual({ fresh: true, first: null })
  await client.query(`insert into users (id, name, email) values ('new', 'New', 'new@example.org')`)
  await client.query(`insert into accounts (id, account_id, provider_id, user_id) values ('new', 'new', 'credential', 'new')`)
  expect(await freshness(client)).toEqual({ fresh: false, first: 'new' })
})
