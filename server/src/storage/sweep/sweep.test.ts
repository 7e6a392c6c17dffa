import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { files } from '../../db/schema-photos.ts'
import { instance, orphanedFiles } from '../../db/schema-store.ts'
import { createLog } from '../../telemetry/log.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { collectUnused } from './collect-unused.ts'
import { SUSPICIOUS } from './orphaned-files.ts'
import { adopt, allow, status } from '../store/store-commands.ts'
import { newKey } from '../store/storage-key.ts'
import { startSweeper, sweepFiles } from './sweep.ts'

const HOURS = 60 * 60 * 1000
const later = (hours: number) => new Date(Date.now() + hours * HOURS)
const WEEK = 7 * 24

interface Swept {
  app: TestApp
  user: TestUser
  row(path: string, state: 'pending' | 'deleting' | 'stored', hours: number): Promise<void>
  put(key: string): Promise<void>
  keys(): Promise<string[]>
}

async function start(): Promise<Swept> {
  const app = await startTestApp()
  const { db, store } = app.services
  const user = await app.buildUser()
  return {
    app,
    user,
    row: async (path, state, hours) => {
      const createdAt = sql`now() - ${`${hours} hours`}::interval`
      await db.asSystem((tx) => tx.insert(files).values({ path, userId: user.id, state, mimeType: 'image/jpeg', createdAt }))
    },
    put: (key) => store.put(key, Buffer.from(key), 'image/jpeg'),
    keys: async () => {
      const found: string[] = []
      for await (const { key } of store.list()) found.push(key)
      return found.toSorted()
    },
  }
}

test('the sweep removes crash leftovers from store and database and nothing else', async () => {
  const { app, user, row, put, keys } = await start()
  const retained = await user.buildPhoto()
  const key = () => newKey(user.id, 'jpg')
  const [noBytes, complete, deleting, uploading, orphan] = [key(), key(), key(), key(), key()]
  // A crash before the first byte, after the last, and during a deletion.
  await row(noBytes, 'pending', 2)
  await row(complete, 'pending', 2)
  await put(complete)
  await row(deleting, 'deleting', 2)
  for (const each of [deleting, `${deleting}.thumbnail.webp`, `${deleting}.cover.jpg`]) await put(each)
  // An upload in progress.
  await row(uploading, 'pending', 0)
  await put(uploading)
  // Objects without any row: an original, a rendition, an unfinished file, the test file of a killed start.
  const orphans = [orphan, `${key()}.cover.jpg`, `${key()}.${randomUUID()}~`, `start/${randomUUID()}`]
  for (const each of orphans) await put(each)

  expect(await sweepFiles(app.services)).toMatchObject({ rows: 3, orphaned: 0, removed: 0 })
  expect(await sweepFiles(app.services, later(2))).toMatchObject({ rows: 0, listed: 7, orphaned: 4, removed: 0 })
  expect(await sweepFiles(app.services, later(1 + WEEK))).toMatchObject({ orphaned: 4, removed: 0 })
  expect(await keys()).toEqual([retained.filePath, `${retained.filePath}.thumbnail.webp`, uploading, ...orphans].toSorted())

  expect(await sweepFiles(app.services, later(3 + WEEK))).toMatchObject({ rows: 0, removed: 4, held: false })
  expect(await keys()).toEqual([retained.filePath, `${retained.filePath}.thumbnail.webp`, uploading].toSorted())
  const rows = await app.services.db.asSystem((tx) => tx.select({ path: files.path }).from(files).where(eq(files.userId, user.id)))
  expect(rows.map(({ path }) => path).toSorted()).toEqual([retained.filePath, uploading].toSorted())
  expect(await sweepFiles(app.services, later(4 + WEEK))).toMatchObject({ rows: 0, orphaned: 0, removed: 0 })
})

test('an upload that races with the sweep keeps its bytes or is rejected', async () => {
  const { app, user, row, put } = await start()
  const { db, store } = app.services
  const [tooLate, inTime] = [newKey(user.id, 'jpg'), newKey(user.id, 'jpg')]
  for (const path of [tooLate, inTime]) {
    await row(path, 'pending', 2)
    await put(path)
  }
  // The last step of an upload.
  const complete = (path: string) =>
    db.asSystem((tx) =>
      tx
        .update(files)
        .set({ state: 'stored' })
        .where(and(eq(files.path, path), eq(files.state, 'pending')))
        .returning(),
    )
  expect(await complete(inTime)).toHaveLength(1)
  const { remove } = store
  let completed: unknown[] | null = null
  store.remove = async (keys) => {
    completed ??= await complete(tooLate)
    await remove(keys)
  }
  expect(await sweepFiles(app.services)).toMatchObject({ rows: 1 })
  expect(completed).toEqual([])
  const rows = await db.asSystem((tx) => tx.select({ path: files.path }).from(files).where(eq(files.userId, user.id)))
  expect(rows).toEqual([{ path: inTime }])
  expect([await store.has(tooLate), await store.has(inTime)]).toEqual([false, true])
})

test('a long sweep is not overtaken by the next, and shutdown waits for it', async () => {
  const { app } = await start()
  const { store } = app.services
  const { list } = store
  const [started, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let lists = 0
  store.list = async function* () {
    lists += 1
    started.resolve()
    await proceed.promise
    yield* list()
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const order: string[] = []
  const sweeping = startSweeper({ ...app.services, log: createLog('silent') })
  await started.promise
  vi.advanceTimersByTime(3 * HOURS)
  const stopped = sweeping.stop().then(() => order.push('stopped'))
  // Anything the next sweeps would have started is done before this query returns.
  await app.services.db.asSystem((tx) => tx.select().from(instance))
  await app.services.db.asSystem((tx) => tx.select().from(instance))
  order.push('going on')
  proceed.resolve()
  await stopped
  expect([lists, order]).toEqual([1, ['going on', 'stopped']])
})

test('foreign files stay and do not block the sweep', async () => {
  const { app, user, put } = await start()
  const home = join(app.dataDir, 'files')
  const foreign = [
    'photos/holiday.jpg',
    'photos/a b.jpg',
    'read me.txt',
    'backups/daily/x.sql',
    `${user.id}/notes.jpg`,
    `${user.id}/1795253695557_short.jpg`,
    `${user.id}/1795253695557_AAAAAAAAAAAA.jpg.mine`,
    `${user.id}/1795253695557_AAAAAAAAAAAA.gif`,
    'start/later.txt',
  ]
  for (const name of foreign) {
    await mkdir(join(home, name, '..'), { recursive: true })
    await writeFile(join(home, name), 'theirs')
    await utimes(join(home, name), 1, 1)
  }
  const orphan = newKey(user.id, 'png')
  await put(orphan)
  for (const hours of [2, 3 + WEEK, 4 * WEEK]) await sweepFiles(app.services, later(hours))
  expect(await app.services.store.has(orphan)).toBe(false)
  for (const name of foreign) {
    expect(await readFile(join(home, name), 'utf8'), name).toBe('theirs')
  }
})

test('an orphaned file is restored with its row and forgotten once it is gone', async () => {
  const { app, user, row, put } = await start()
  const [restored, removed] = [newKey(user.id, 'jpg'), newKey(user.id, 'jpg')]
  for (const key of [restored, removed]) await put(key)
  expect(await sweepFiles(app.services, later(2))).toMatchObject({ orphaned: 2 })
  await row(restored, 'stored', 0)
  await app.services.store.remove([removed])
  expect(await sweepFiles(app.services, later(3 + WEEK))).toMatchObject({ orphaned: 0, removed: 0 })
  expect(await app.services.store.has(restored)).toBe(true)
})

test('a large share of orphaned files stays until the operator allows its deletion', async () => {
  const { app, user, put } = await start()
  const { db, store } = app.services
  const lost = Array.from({ length: SUSPICIOUS.count + 1 }, () => newKey(user.id, 'jpg'))
  for (const key of lost) await put(key)
  await user.buildPhoto()
  expect(await sweepFiles(app.services, later(2))).toMatchObject({
    listed: SUSPICIOUS.count + 3,
    orphaned: SUSPICIOUS.count + 1,
    held: true,
  })
  expect(await sweepFiles(app.services, later(3 + WEEK))).toMatchObject({ orphaned: SUSPICIOUS.count + 1, removed: 0, held: true })
  expect(await store.has(lost[0] ?? '')).toBe(true)

  expect(await allow(app.services.config, db)).toContain(`the ${SUSPICIOUS.count + 1} orphaned files`)
  expect(await sweepFiles(app.services, later(4 + WEEK))).toMatchObject({ removed: SUSPICIOUS.count + 1, held: false })
  expect(await db.asSystem((tx) => tx.select().from(orphanedFiles))).toEqual([])
})

test('many unused files stay until the operator allows their deletion', async () => {
  const { app, user, row } = await start()
  const { db } = app.services
  const unused = Array.from({ length: SUSPICIOUS.count + 1 }, () => newKey(user.id, 'jpg'))
  for (const path of unused) await row(path, 'stored', 8 * 24)
  expect(await collectUnused(app.services)).toEqual({ collected: 0, held: SUSPICIOUS.count + 1 })
  await allow(app.services.config, db)
  expect(await collectUnused(app.services)).toEqual({ collected: SUSPICIOUS.count + 1, held: 0 })
})

test("one user's many unused files do not prevent the cleanup of others", async () => {
  const { app, user, row } = await start()
  const other = await app.buildUser()
  for (let count = 0; count <= SUSPICIOUS.count; count += 1) await row(newKey(user.id, 'jpg'), 'stored', 8 * 24)
  const forgotten = { path: newKey(other.id, 'jpg'), userId: other.id, state: 'stored' as const, mimeType: 'image/jpeg' }
  const createdAt = sql`now() - interval '8 days'`
  await app.services.db.asSystem((tx) => tx.insert(files).values({ ...forgotten, createdAt }))
  expect(await collectUnused(app.services)).toEqual({ collected: 1, held: SUSPICIOUS.count + 1 })
})

test('the sweep clears an account that was deleted during a store outage', async () => {
  const { app, user, keys } = await start()
  const others = await (await app.buildUser()).buildPhoto()
  await user.buildPhoto()
  const { store } = app.services
  const { remove } = store
  store.remove = () => Promise.reject(new Error('The store is away'))
  const response = await user.call('POST', '/api/v1/me/delete', { password: user.password })
  expect(response.status).toBe(204)
  store.remove = remove
  expect(app.logged.splice(0).join()).toContain('left to the sweep')
  expect(await keys()).toHaveLength(4)
  expect(await sweepFiles(app.services)).toMatchObject({ removed: 3 })
  expect(await keys()).toEqual([others.filePath, `${others.filePath}.thumbnail.webp`].toSorted())
  // Including their folder.
  const folders = await readdir(join(app.dataDir, 'files'))
  expect([folders.includes(user.id), folders.includes(others.filePath.split('/')[0] ?? '')]).toEqual([false, true])
})

test('two copies of a database both stop sweeping until the operator adopts the store for one', async () => {
  const { app } = await start()
  const { db } = app.services
  expect(await sweepFiles(app.services)).toMatchObject({ skipped: null })
  const [original] = await db.asSystem((tx) => tx.select().from(instance))
  // The copy continues from here, and then the original.
  expect(await sweepFiles(app.services)).toMatchObject({ skipped: null })
  const leases = original?.turns ?? []
  const [copied] = await db.asSystem((tx) => tx.select().from(instance))
  await db.asSystem((tx) => tx.update(instance).set({ turns: leases }))
  expect(await sweepFiles(app.services)).toEqual({ skipped: 'shared' })
  await db.asSystem((tx) => tx.update(instance).set({ turns: copied?.turns ?? [] }))
  expect(await sweepFiles(app.services)).toEqual({ skipped: 'shared' })

  expect(await status(app.services.config, db)).toContain('Two copies of this database use')
  await adopt(app.services.config, db)
  expect(await status(app.services.config, db)).toContain('belongs to this database')
  const own = await db.asSystem((tx) => tx.select().from(instance))
  // The copy knows that it is one, and leaves the marker alone.
  await db.asSystem((tx) => tx.update(instance).set({ turns: [] }))
  expect(await sweepFiles(app.services)).toEqual({ skipped: 'shared' })
  await db.asSystem((tx) => tx.update(instance).set({ turns: own[0]?.turns ?? [] }))
  expect(await sweepFiles(app.services)).toMatchObject({ skipped: null })
})

test('the sweep skips a store without its own marker', async () => {
  const { app } = await start()
  const { store } = app.services
  const marker = (await store.ownerMarker.read()) ?? new Uint8Array()
  const other = { ...JSON.parse(Buffer.from(marker).toString()), instance: randomUUID() }
  await store.ownerMarker.replace(Buffer.from(JSON.stringify(other)))
  expect(await sweepFiles(app.services)).toEqual({ skipped: 'foreign' })
  await store.ownerMarker.replace(randomBytes(20))
  expect(await sweepFiles(app.services)).toEqual({ skipped: 'unmarked' })
})

test('the sweep logs removals at info and empty runs only at debug', async () => {
  const { app, user, row } = await start()
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const sweepOnce = async () => {
    await startSweeper({ ...app.services, log }).stop()
    return logged.splice(0).map((line) => JSON.parse(line) as unknown)
  }
  // An upload has an hour to complete.
  await row(newKey(user.id, 'jpg'), 'pending', 0.985)
  expect(await sweepOnce()).toEqual([])
  await row(newKey(user.id, 'jpg'), 'pending', 1.02)
  expect(await sweepOnce()).toMatchObject([{ level: 30, rows: 1, removed: 0, msg: 'File store swept' }])
})
