import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'

test('four starts at once on one empty database all succeed', async () => {
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
