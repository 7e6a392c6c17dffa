import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { freePort, runProgram } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** Tables that different steps of the start access. */
const STEPS = ['drizzle.__drizzle_migrations', 'instance_settings', 'projects', 'processes']

test.each(STEPS)('a start that loses its connections while it waits for %s ends with one sentence', { tags: ['long'] }, async (table) => {
  const { connection, db, drop } = await testDatabase()
  onTestFinished(drop)
  const holder = await db.pool.connect()
  onTestFinished(() => holder.release())
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  const program = runProgram('main.ts', [], {
    DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`,
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    SANDBOX: 'off',
    LOG_LEVEL: 'silent',
  })
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.pool.query(`select pid ${waiting}`)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0)
  await db.pool.query(`select pg_terminate_backend(pid) ${waiting}`)
  expect(await program.ended).toBe(2)
  expect(program.output()).toBe(
    'Ninesixteen stopped: the database does not respond (terminating connection due to administrator command). Start it again when the database is back.\n',
  )
})
