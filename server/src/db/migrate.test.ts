import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withClient, earlierDatabase } from '../testing/earlier-database.ts'
import { migrateDatabase } from './migrate.ts'

test('four concurrent starts migrate one empty database', { tags: ['long'] }, async () => {
  const server = { host: inject('postgresHost'), user: inject('postgresUser') }
  const name = `fresh_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const connection = { ...server, database: name }
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(connection)))
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(rows[0]?.count).toBeGreaterThanOrEqual(2)
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

test('a migration waiting for a table blocks neither its readers nor other tables', { timeout: 200_000, tags: ['long'] }, async () => {
  // The last migration of 0.2.0: a later one rewrites the photos.
  const connection = await earlierDatabase('0025_text_size')
  await withClient(connection, (reader) =>
    withClient(connection, async (other) => {
      await reader.query('begin; select from media_items')
      const migrated = migrateDatabase(connection)
      const isWaiting = `select exists (select from pg_locks where relation = 'media_items'::regclass and not granted) as is`
      await expect.poll(async () => (await other.query<{ is: boolean }>(isWaiting)).rows[0]?.is, { timeout: 100_000 }).toBe(true)
      // Queues behind the migration and must get its turn before the first reader is done.
      await other.query('select from media_items')
      // Locks of an earlier migration are released.
      await other.query('begin; lock projects in row exclusive mode nowait; commit')
      await reader.query('commit')
      await migrated
      const words = `select from information_schema.columns where table_name = 'media_items' and column_name = 'words'`
      expect((await other.query(words)).rowCount).toBe(1)
    }),
  )
})
