// @module-tag long

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '../db/migrate.ts'
import { startEarlierPostgres } from '../embedded-postgres/earlier-postgres.ts'
import { chooseRunner } from '../embedded-postgres/run-as.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { Caller } from '../testing/caller.ts'
import { freePort, runProgram, type Program } from '../testing/program.ts'
import { contentOf, EMAIL, PASSWORD } from '../testing/released-folders/content.ts'
import { openReleasedFolder } from '../testing/released-folders/open-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/* The commands as an operator runs them, on the data of a release. */

const LONG_TIMEOUT = { timeout: 300_000 }
type Environment = Record<string, string>

async function start(env: Environment): Promise<Program & { caller: Caller }> {
  const port = String(await freePort())
  const product = runProgram('main.ts', [], { ...env, PORT: port, SANDBOX: 'off', LOG_LEVEL: 'warn' })
  await product.waitForOutput('is ready at')
  return { ...product, caller: new Caller(`http://localhost:${port}`) }
}

async function contentIn(product: Program & { caller: Caller }, paths: string[]): Promise<Record<string, unknown>> {
  await product.caller.call('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })
  return contentOf(product.caller, paths)
}

async function end(product: Program): Promise<void> {
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
}

async function command(env: Environment, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = runProgram('cli/database.ts', args, env)
  return { code: await program.ended, output: program.output() }
}

async function emptyDatabase(): Promise<string> {
  const [host, user] = [inject('postgresHost'), inject('postgresUser')]
  const name = `rented_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ host, user, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
}

const COMPLETE =
  /^Copied: \d+ rows\. Both databases have the same \d+ rows in \d+ tables, compared one by one\.\nSHA-256 of all of them: [0-9a-f]{64}\n/m

test('the embedded database moves to DATABASE_URL and back', LONG_TIMEOUT, async () => {
  const { dataDir, content } = await openReleasedFolder('0.2.0')
  const [paths, url] = [Object.keys(content), await emptyDatabase()]
  const own = { DATA_DIR: dataDir }
  const first = await start(own)
  const original = await contentIn(first, paths)
  expect(await command(own, 'copy', 'postgres://nobody@127.0.0.1:1/none')).toEqual({
    code: 1,
    output: expect.stringMatching(/^The target URL cannot be reached: [^\n]+\n$/),
  })
  const running = await command(own, 'copy', url)
  expect(running).toMatchObject({ code: 0, output: expect.stringContaining('The product is running, so there may be newer ones.') })
  await end(first)
  const there = await command(own, 'copy', url)
  expect(there).toMatchObject({ code: 0, output: expect.stringMatching(COMPLETE) })
  expect(there.output).toContain('Start the product with that DATABASE_URL and the same DATA_DIR')

  const rented = { ...own, DATABASE_URL: url }
  const second = await start(rented)
  expect(await contentIn(second, paths)).toEqual(original)
  await second.caller.buildCompany('Made there')
  await end(second)
  const full = await command(rented, 'copy', 'private')
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('already contains an instance') })
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-before'))
  expect(await command(rented, 'copy', 'private')).toMatchObject({ code: 0, output: expect.stringMatching(COMPLETE) })

  const third = await start(own)
  expect(await contentIn(third, ['/companies'])).toMatchObject({
    '/companies': expect.arrayContaining([expect.objectContaining({ name: 'Made there' })]),
  })
  await end(third)
})

const EARLIER = '/usr/lib/postgresql/15/bin'

// Skipped unless an earlier major version of PostgreSQL is installed: Debian's postgresql-15.
test.skipIf(!existsSync(EARLIER))('an embedded database of an earlier PostgreSQL version is upgraded', LONG_TIMEOUT, async () => {
  const dataDir = join(await temporaryFolder(), 'data')
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await initialise(folder)
  const log = pino({ level: 'silent' })
  const earlier = await startEarlierPostgres({ dataDir, major: '15', programs: null }, log)
  await migrateDatabase(earlier.connection)
  const client = new pg.Client(earlier.connection)
  await client.connect()
  await client.query(`set app.system = 'on'; insert into users (id, name, email) values ('ann', 'Ann', 'ann@example.org')`)
  await client.end()
  await earlier.stop()

  const refused = runProgram('main.ts', [], { DATA_DIR: dataDir, PORT: String(await freePort()), SANDBOX: 'off' })
  expect(await refused.ended).toBe(2)
  expect(refused.output()).toContain('was written by PostgreSQL 15, but this version uses 18. Run "npm run database -- upgrade"')
  const nowhere = await command({ DATA_DIR: dataDir }, 'upgrade', join(dataDir, 'none'))
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringMatching(/none\/postgres not found\. Pass the folder/) })
  expect(await command({ DATA_DIR: dataDir }, 'upgrade')).toMatchObject({ code: 0, output: expect.stringMatching(COMPLETE) })
  expect(existsSync(join(dataDir, 'postgres-15/PG_VERSION'))).toBe(true)
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n')
  // As after a crash between the two final renames.
  await mkdir(join(dataDir, 'upgrade'))
  await rename(folder, join(dataDir, 'upgrade/postgres'))
  const product = await start({ DATA_DIR: dataDir })
  const present = new pg.Client(runningConnection(dataDir))
  await present.connect()
  expect((await present.query('select id from users')).rows).toEqual([{ id: 'ann' }])
  await present.end()
  await end(product)
  expect(await command({ DATA_DIR: dataDir }, 'upgrade')).toMatchObject({
    code: 1,
    output: 'The embedded database already uses PostgreSQL 18.\n',
  })
})

/** As an earlier version of the product initialized it. */
async function initialise(folder: string): Promise<void> {
  const runner = await chooseRunner(join(EARLIER, 'postgres'))
  const args = ['-D', folder, '-U', 'ninesixteen', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const child = runner.start(join(EARLIER, 'initdb'), args, { stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`initdb ended with ${String(code)}`)
}
