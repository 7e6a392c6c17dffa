import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'

const GUIDE = join(import.meta.dirname, '../../../docs/backup.md')

/** Reads tables as pg_dump does; without its option it turns row security off, which the database refuses. */
async function readAll(connection: pg.ClientConfig, tables: string[], rowSecurity: 'on' | 'off'): Promise<number[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`set row_security = ${rowSecurity}`)
    const counts: number[] = []
    for (const table of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${pg.escapeIdentifier(table)}`)
      counts.push(rows[0]?.count ?? -1)
    }
    return counts
  } finally {
    await client.end()
  }
}

test('the documented pg_dump command backs up every row despite forced row security', { tags: ['long'] }, async () => {
  const line = /PGOPTIONS='([^']+)' pg_dump .*--enable-row-security/.exec(await readFile(GUIDE, 'utf8'))
  const server = { host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' }
  const name = `backup_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create role ${name} login nosuperuser nocreaterole nobypassrls`)
  await admin.query(`create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
  const owner = { ...server, user: name, database: name }
  await migrateDatabase(owner)
  const all = new pg.Client({ ...server, database: name })
  await all.connect()
  await all.query(`insert into users (id, name, email) values ('ann', 'Ann', 'ann@example.org'), ('bob', 'Bob', 'bob@example.org')`)
  await all.query(`insert into companies (user_id, name) values ('ann', 'Of Ann'), ('bob', 'Of Bob')`)
  const { rows } = await all.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`,
  )
  await all.end()
  const tables = rows.map((row) => row.name)
  const bySuperuser = await readAll({ ...server, database: name }, tables, 'on')
  expect(bySuperuser[tables.indexOf('companies')]).toBe(2)
  await expect(readAll(owner, tables, 'off')).rejects.toThrow(/row-level security/)
  expect(await readAll({ ...owner, options: line?.[1] ?? '' }, tables, 'on')).toEqual(bySuperuser)
})
