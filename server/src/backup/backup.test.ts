// @module-tag long

import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { users } from '../db/schema-accounts.ts'
import { files } from '../db/schema-photos.ts'
import { instance } from '../db/schema-store.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { openStore } from '../storage/store/open-store.ts'
import { newKey } from '../storage/store/storage-key.ts'
import { startTestApp } from '../testing/app.ts'
import { Caller } from '../testing/caller.ts'
import { insertPost } from '../testing/seeded-posts.ts'
import { freePort, runProgram, type Program } from '../testing/program.ts'
import { s3Url, startS3Server } from '../testing/s3-server.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { addSecrets, endBackup, identityOf, readSecrets } from './backup-folder.ts'
import { logFiles } from './copy-database.ts'
import { copyStore } from './copy-store.ts'
import { holdDuePosts } from './restored-rows.ts'
import { verifyFiles } from './verify-files.ts'

type Environment = Record<string, string>

async function settings(): Promise<Environment> {
  return { DATA_DIR: join(await temporaryFolder(), 'data'), PORT: String(await freePort()), SANDBOX: 'off' }
}

async function start(env: Environment): Promise<Program & { url: string }> {
  const program = runProgram('main.ts', [], env)
  await program.waitForOutput('is ready at')
  return { ...program, url: `http://localhost:${env['PORT']}` }
}

async function end(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
}

/** Output and exit code of a command. */
async function run(file: string, args: string[], env: Environment): Promise<[output: string, code: number | null]> {
  const program = runProgram(file, args, env)
  const code = await program.ended
  // Progress lines depend on time.
  return [program.output().replaceAll(/^\d+ (?:MB (?:copied|restored)|files compared)\n/gm, ''), code]
}

const CREDENTIALS = { email: 'ann@example.org', password: 'a good password', name: 'Ann' }

async function photosOf(caller: Caller): Promise<string[]> {
  const paths = (await caller.api<{ filePath: string }[]>('GET', '/media')).map(({ filePath }) => filePath)
  const hashes: string[] = []
  for (const url of await caller.api<string[]>('POST', '/files/urls', { paths, variant: 'original' })) {
    const bytes = await (await caller.fetch(url)).bytes()
    hashes.push(createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes.toSorted()
}

/** An instance with a user and three images. */
interface Instance {
  env: Environment
  dataDir: string
  ann: Caller
}

// One instance for all steps: each start of a product and its database takes seconds.
test('a backup restores an instance that is in use', { timeout: 300_000 }, async () => {
  const env = await settings()
  const product = await start(env)
  const ann = new Caller(product.url)
  expect((await ann.call('POST', '/api/auth/sign-up/email', CREDENTIALS)).status).toBe(200)
  for (let count = 0; count < 3; count += 1) await ann.buildPhoto()
  const origin = { env, dataDir: env['DATA_DIR'] ?? '', ann }
  const folder = join(await temporaryFolder(), 'backup')
  await withEverythingEqual(origin, folder)
  await prepareInterruptedRestore(folder)
  await exceptInASentence(origin, folder)
  await end(product)
})

async function withEverythingEqual({ env, ann }: Instance, folder: string): Promise<void> {
  expect(await run('cli/backup.ts', [folder], env)).toEqual([
    `Backed up to ${folder}: the database, the secret and 3 new files in addition to 0 existing ones.\n`,
    0,
  ])

  // While the product is in use, on top of the first backup, whose disk lost an image.
  await rm((await filesIn(folder))[0] ?? '')
  const projects = [await ann.buildProject({ title: 'before the backup' })]
  await ann.buildPhoto()
  const stop = new AbortController()
  const writing = (async () => {
    for (let count = 0; !stop.signal.aborted; count += 1) projects.push(await ann.buildProject({ title: `number ${count}` }))
  })()
  const acknowledged = projects.length
  const [output, code] = await run('cli/backup.ts', [folder], env)
  stop.abort()
  await writing
  expect([output, code]).toEqual([`Backed up to ${folder}: the database, the secret and 2 new files in addition to 2 existing ones.\n`, 0])
  const [stored, listed] = [await photosOf(ann), (await readdir(folder)).filter((name) => name.startsWith('database-'))]
  expect(listed).toHaveLength(1)

  // In another folder, on a machine that knows nothing of the first.
  const other = await settings()
  expect(await run('cli/restore.ts', [folder], other)).toEqual([
    `Restored to ${other['DATA_DIR']}: the database, the secret and 4 files.\n`,
    0,
  ])
  expect((await run('cli/verify.ts', [], other))[0]).toMatch(/^4 of 4 files .* the content of 4 was verified/)
  const [photo = ''] = await filesIn(other['DATA_DIR'] ?? '', 'files')
  const bytes = await readFile(photo)
  await writeFile(photo, bytes.with(bytes.length - 1, 0))
  expect(await run('cli/verify.ts', [], other)).toEqual([expect.stringMatching(/^3 of 4 files .*\n\S+ has changed content\n$/), 1])
  await writeFile(photo, bytes)
  const restored = await start(other)
  const again = new Caller(restored.url)
  expect((await again.call('POST', '/api/auth/sign-in/email', CREDENTIALS)).status).toBe(200)
  expect(await photosOf(again)).toEqual(stored)
  for (const { id } of projects.slice(0, acknowledged)) expect((await again.call('GET', `/api/v1/projects/${id}`)).status).toBe(200)
  // The session of the first instance works in the second, because the secret was restored.
  again.cookies.clear()
  ann.cookies.forEach((value, name) => again.cookies.set(name, value))
  expect((await again.call('GET', '/api/v1/me')).status).toBe(200)
  await end(restored)
}

async function filesIn(folder: string, name = 'pictures'): Promise<string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jpg')).map((entry) => join(entry.parentPath, entry.name))
}

/** Failures print a sentence, and change nothing. */
async function exceptInASentence({ env, dataDir }: Instance, folder: string): Promise<void> {
  const foreign = await temporaryFolder()
  await writeFile(join(foreign, 'taxes.pdf'), 'mine')
  expect(await run('cli/backup.ts', [foreign], env)).toEqual([
    `${foreign} isn't empty and contains no backup. Choose an empty folder, or one with an earlier backup.\n`,
    1,
  ])
  expect(await run('cli/backup.ts', [join(dataDir, 'files')], env)).toEqual([
    `${join(dataDir, 'files')} is inside the data folder. Choose a folder outside of ${dataDir}.\n`,
    1,
  ])
  expect(await run('cli/backup.ts', [join(foreign, 'taxes.pdf', 'x')], env)).toEqual([
    expect.stringMatching(/^The command failed: ENOTDIR: [^\n]+\n$/),
    1,
  ])
  const busy = new pg.Client(runningConnection(dataDir))
  await busy.connect()
  await busy.query('select pg_advisory_lock(916011)')
  const waits = 'Another backup of this instance is running. Wait for it.\n'
  expect(await run('cli/backup.ts', [folder], env)).toEqual([waits, 1])
  await busy.end()
  expect((await run('cli/restore.ts', [foreign], await settings()))[0]).toBe(`No backup in ${foreign}.\n`)
  expect(await run('cli/restore.ts', [folder], env)).toEqual([`${dataDir} contains an instance. Set DATA_DIR to an empty folder.\n`, 1])

  // A damaged image in the backup, and a missing one.
  const userFolders = (await readdir(join(folder, 'pictures'))).map((user) => join(folder, 'pictures', user))
  const [ill = '', missing = ''] = (await readdir(userFolders[0] ?? '')).map((name) => join(userFolders[0] ?? '', name))
  await appendFile(ill, 'x')
  await rm(missing)
  const other = await settings()
  // As in a backup during a key rotation.
  const older = 'ab'.repeat(32)
  await writeFile(join(folder, 'secret.old'), `${older}\n`)
  const [output, code] = await run('cli/restore.ts', [folder], other)
  expect(output).toContain('the secret and 2 files')
  const path = join(other['DATA_DIR'] ?? '', 'secret.old')
  expect(output).toContain(`Start with SECRET_KEY_OLD_FILE=${path} until npm run keys finds none.`)
  expect(await readFile(path, 'utf8')).toBe(`${older}\n`)
  expect(output.match(/^Damaged in the backup and not restored: /gm)).toHaveLength(2)
  expect(code).toBe(1)
  const [compared, different] = await run('cli/verify.ts', [], other)
  expect(compared).toMatch(/^2 of 4 files are intact/)
  expect(compared.match(/is missing in the store$/gm)).toHaveLength(2)
  expect(different).toBe(1)
}

async function prepareInterruptedRestore(folder: string): Promise<void> {
  const other = await settings()
  const dataDir = other['DATA_DIR'] ?? ''
  // As after a kill during the copy of the database.
  await mkdir(join(dataDir, 'postgres.new-restore', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'secret.key'), await readFile(join(folder, 'secret.key')))
  await writeFile(join(dataDir, 'restoring'), 'of another one')
  expect((await run('cli/restore.ts', [folder], other))[0]).toMatch(/ contains an incomplete restore of another backup\. /)
  await writeFile(join(dataDir, 'restoring'), identityOf(folder))
  expect(await run('main.ts', [], other)).toEqual([expect.stringMatching(/^The restore into \S+ is incomplete\. Run npm run restore /), 2])
  expect((await run('cli/restore.ts', [folder], other))[1]).toBe(0)
  expect(await readdir(dataDir)).not.toContain('restoring')
  expect((await run('cli/verify.ts', [], other))[1]).toBe(0)
}

test('restore rejects a file list with paths outside the backup', async () => {
  for (const key of ['../../etc/passwd', '/etc/passwd', 'someone/else.jpg', `${'a'.repeat(32)}/../x.jpg`]) {
    const folder = join(await temporaryFolder(), 'backup')
    await mkdir(folder)
    const manifest = { format: 1, instance: randomUUID(), database: null, endedAt: new Date().toISOString() }
    await writeFile(join(folder, 'backup.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'secret.key'), `${'ab'.repeat(32)}\n`)
    await writeFile(join(folder, 'pictures.txt'), `${'0'.repeat(64)} 1 ${key}\n`)
    const output = `${join(folder, 'pictures.txt')} contains an invalid file name: ${JSON.stringify(key)}. Use another backup.\n`
    expect(await run('cli/restore.ts', [folder], { ...(await settings()), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toEqual([
      output,
      1,
    ])
  }
})

test('a row with an invalid file path is counted as damaged', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const stored = await user.buildPhoto()
  const row = { path: '../../etc/passwd', userId: user.id, state: 'stored' as const, mimeType: 'image/jpeg' }
  await app.services.db.asSystem((tx) => tx.insert(files).values(row))
  const checked = await verifyFiles(app.services.db, app.services.store, { signal: new AbortController().signal, onFile: () => undefined })
  expect(checked).toMatchObject({ intact: 1, wrong: ['../../etc/passwd is an invalid key'] })
  expect(await app.services.store.has(stored.filePath)).toBe(true)
})

test("restored posts that became due since the backup wait for their users' decision", async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
  const due = await insertPost(app, user, { scheduledTime: past, nextAt: past, delivery: 'prepared', platform: 'tumblr' })
  const rescheduled = await insertPost(app, user, { scheduledTime: future, nextAt: future, delivery: 'waiting' })
  const sending = await insertPost(app, user, { scheduledTime: past, nextAt: past, delivery: 'sending' })
  expect(await holdDuePosts(app.services.db)).toBe(1)
  const rows = await app.services.db.asSystem((tx) => tx.select().from(scheduledPosts))
  const of = ({ id }: { id: string }) => rows.find((row) => row.id === id)
  expect(of(due)).toMatchObject({
    delivery: 'unconfirmed',
    status: 'failed',
    nextAt: null,
    errorMessage:
      'Restored from a backup made before this post was due: it may have been posted since. Check Tumblr before posting it again.',
  })
  expect(of(rescheduled)).toMatchObject({ delivery: 'waiting', nextAt: future })
  expect(of(sending)).toMatchObject({ delivery: 'sending', nextAt: past })
})

test('an unfinished backup folder holds the previous and the next secret', async () => {
  const path = await temporaryFolder()
  const [first, second, older] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string]
  const manifest = { format: 1, instance: randomUUID(), database: null, endedAt: new Date().toISOString() } as const
  await addSecrets({ path }, { current: first, older: [] })
  await endBackup({ path }, manifest, { current: first, older: [] })
  expect(readSecrets(path)).toEqual({ current: first, older: [] })
  // Rotated meanwhile, and interrupted.
  await addSecrets({ path }, { current: second, older: [older] })
  await addSecrets({ path }, { current: second, older: [older] })
  expect(readSecrets(path)).toMatchObject({ current: first, older: expect.arrayContaining([first, second, older]) })
  await endBackup({ path }, manifest, { current: second, older: [first] })
  expect(readSecrets(path)).toEqual({ current: second, older: [first] })
})

test('write-ahead log files are listed without gaps', () => {
  expect(logFiles('0000000100000002000000FE', '000000010000000300000001')).toEqual([
    '0000000100000002000000FE',
    '0000000100000002000000FF',
    '000000010000000300000000',
    '000000010000000300000001',
  ])
  expect(() => logFiles('000000010000000000000001', '000000020000000000000001')).toThrow('timeline')
})

test('files move to S3 and back, and existing ones are not copied again', async () => {
  const dataDir = await temporaryFolder()
  const { db } = await ownDatabase()
  const bucket = s3Url(await startS3Server())
  const [folder, s3] = [
    { storageUrl: null, dataDir },
    { storageUrl: bucket, dataDir },
  ]
  const userId = 'a'.repeat(32)
  const paths = Array.from({ length: 9 }, () => newKey(userId, 'jpg'))
  await db.asSystem(async (tx) => {
    await tx.insert(users).values({ id: userId, name: 'Ann', email: 'ann@example.org' })
    await tx
      .insert(files)
      .values(paths.map((path) => ({ path, userId, mimeType: 'image/jpeg', bytes: path.length, state: 'stored' as const })))
  })
  const store = await openStore(folder, db)
  for (const path of paths) await store.put(path, Buffer.from(path), 'image/jpeg')
  await store.put(`${paths[0]}.thumbnail.webp`, Buffer.from('made again'), 'image/webp')
  const work = { db, signal: new AbortController().signal, onBytes: () => undefined }
  await expect(copyStore({ ...work, settings: folder, to: 'folder' })).rejects.toThrow(
    'That is the current file store. Choose another one.',
  )
  expect(await copyStore({ ...work, settings: folder, to: bucket })).toEqual({ copied: 9, existing: 0 })
  expect(await copyStore({ ...work, settings: folder, to: bucket })).toEqual({ copied: 0, existing: 9 })
  // As the next start does with the new setting.
  const verified = await verifyFiles(db, await openStore(s3, db), { ...work, onFile: () => undefined })
  expect(verified).toEqual({ intact: 9, hashed: 0, wrong: [], unknown: 0 })
  await store.remove(paths.slice(0, 2))
  expect(await copyStore({ ...work, settings: s3, to: 'folder' })).toEqual({ copied: 2, existing: 7 })
  expect(Buffer.from((await store.read(paths[1] ?? '')) ?? []).toString()).toBe(paths[1])
  const foreignDatabase = await ownDatabase()
  await expect(
    copyStore({ ...work, db: foreignDatabase.db, settings: { storageUrl: null, dataDir: await temporaryFolder() }, to: bucket }),
  ).rejects.toThrow('STORAGE_URL belongs to another Ninesixteen database')
})

async function ownDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  // All test databases are copies of one, with the same instance id.
  await database.db.asSystem((tx) => tx.update(instance).set({ id: sql`gen_random_uuid()` }))
  return database
}
