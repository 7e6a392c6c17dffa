import { randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

interface Journal {
  entries: { tag: string }[]
}

/** A database migrated only as far as `last`, until the test ends. */
export async function earlierDatabase(last: string): Promise<pg.ClientConfig & { database: string }> {
  const server = { host: inject('postgresHost'), user: inject('postgresUser') }
  const database = `earlier_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
  const folder = await temporaryFolder()
  await cp(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as Journal
  const until = journal.entries.findIndex(({ tag }) => tag === last) + 1
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }))
  await withClient({ ...server, database }, (client) => migrate(drizzle(client), { migrationsFolder: folder }))
  return { ...server, database }
}

/** Runs the work with row security bypassed. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("set app.system = 'on'")
    return await work(client)
  } finally {
    await client.end()
  }
}
