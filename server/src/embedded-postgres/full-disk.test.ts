import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDb } from '../db/db.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { users } from '../db/schema-accounts.ts'
import { companies } from '../db/schema-companies.ts'
import { appError } from '../http/on-error.ts'
import { createLog } from '../telemetry/log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { startPostgres } from './supervisor.ts'

const MB = 1024 * 1024
const POLL = { timeout: 30_000, interval: 20 }

/** A mounted disk of this size; null without permission to mount. */
async function smallDisk(bytes: number): Promise<string | null> {
  const folder = await temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'none', folder], { stdio: 'ignore' })
  } catch {
    // Not root, or not permitted in this container.
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

/** Fills a disk; returns the file. */
function fillDisk(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  try {
    for (const size of [MB, 4096]) for (;;) if (!write(file, Buffer.alloc(size, 1))) break
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return path
}

function write(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

test('a full disk is logged once, allows reading, and recovers when space is free', { tags: ['long'] }, async (context) => {
  const dataDir = await smallDisk(260 * MB)
  if (dataDir === null) return context.skip('Only root may mount a small disk')
  const lines: { level: number; msg: string }[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const postgres = await startPostgres(dataDir, log, { pollMs: 20, retryMs: 20 })
  await migrateDatabase(postgres.connection)
  const db = openDb(postgres.connection, log, { isFull: postgres.isFull })
  await db.asSystem((tx) => tx.insert(users).values({ id: 'ann', name: 'Ann', email: 'ann@example.org' }))
  const add = (name: string) => db.asUser('ann', (tx) => tx.insert(companies).values({ userId: 'ann', name }))
  const read = async () => (await db.asUser('ann', (tx) => tx.select().from(companies))).map(({ name }) => name)
  await add('before')

  await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres/kept-for-a-full-disk'))).toBe(true), POLL)
  const filler = fillDisk(dataDir)
  // Updates rows in place, so that only the WAL grows.
  const fillLog = () =>
    db.asSystem((tx) => tx.execute(sql`select pg_logical_emit_message(true, 'filler', repeat('x', 1000000)) from generate_series(1, 40)`))
  await vi.waitFor(async () => {
    await fillLog().catch(() => undefined)
    expect(postgres.isFull()).toBe(true)
  }, POLL)

  await vi.waitFor(async () => expect(await read()).toEqual(['before']), POLL)
  expect(await add('on a full disk').catch((error: unknown) => appError(error).code)).toBe('SERVER_FULL')
  expect(statfsSync(dataDir).bavail).toBeLessThan((96 * MB) / statfsSync(dataDir).bsize)

  rmSync(filler)
  await vi.waitFor(() => expect(postgres.isFull()).toBe(false), POLL)
  await vi.waitFor(() => add('after'), POLL)
  expect(await read()).toEqual(['before', 'after'])
  expect(existsSync(join(dataDir, 'postgres/kept-for-a-full-disk'))).toBe(true)
  const messages = lines.map(({ msg }) => msg).filter((msg) => msg !== 'Database connection lost')
  expect(messages).toEqual([
    `The disk of ${dataDir}/postgres is full: the database is read-only until there is space`,
    `The disk of ${dataDir}/postgres has space again`,
  ])
  await db.close()
  await postgres.stop()

  fillDisk(dataDir)
  await expect(startPostgres(dataDir, log)).rejects.toThrow(`The disk of ${dataDir}/postgres is full. Free up space`)
})
