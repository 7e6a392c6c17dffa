import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { users } from '../../db/schema-accounts.ts'
import { files } from '../../db/schema-photos.ts'
import { instance } from '../../db/schema-store.ts'
import { testDatabase } from '../../testing/database.ts'
import { s3Url, startS3Server } from '../../testing/s3-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { OWNER_MARKER_KEY } from './file-store.ts'
import { openForCopy } from './store-ownership.ts'
import { openStore, storeLocationOf, type StoreSettings } from './open-store.ts'
import { adopt, status } from './store-commands.ts'
import { newKey } from './storage-key.ts'
import { ownerMarkerBytes, OWN_PREFIX, readOwnerMarker } from './store-mark.ts'

const USER = 'a'.repeat(32)

/** A database with rows of this many files. */
async function database(photoCount = 0): Promise<{ db: Db; paths: string[]; id: string }> {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const id = randomUUID()
  const paths = Array.from({ length: photoCount }, () => newKey(USER, 'jpg'))
  await db.asSystem(async (tx) => {
    await tx.update(instance).set({ id })
    await tx.insert(users).values({ id: USER, name: 'Ann', email: 'ann@example.com' })
    for (const path of paths) await tx.insert(files).values({ path, userId: USER, state: 'stored', mimeType: 'image/jpeg' })
  })
  return { db, paths, id }
}

/** Stores with a URL; the folder in the data folder is like the first of them without the prefix. */
const drivers: Record<string, () => Promise<StoreSettings>> = {
  folder: async () => ({ storageUrl: pathToFileURL(await temporaryFolder()).href, dataDir: '/nowhere' }),
  s3: async () => ({ storageUrl: s3Url(await startS3Server()), dataDir: '/nowhere' }),
}

async function keysAt(settings: StoreSettings): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of storeLocationOf(settings).open('').list()) found.push(key)
  return found
}

describe.each(Object.entries(drivers))('claiming a %s', (_name, make) => {
  test('marks the store once, stores files under its prefix, and reopens it', async () => {
    const settings = await make()
    const { db, id } = await database()
    const store = await openStore(settings, db)
    expect(await readOwnerMarker(store.ownerMarker)).toMatchObject({ instance: id, prefix: OWN_PREFIX })
    const key = newKey(USER, 'jpg')
    await store.put(key, Buffer.from('picture'), 'image/jpeg')
    expect(await storeLocationOf(settings).open('').has(key)).toBe(false)
    const again = await openStore(settings, db)
    expect(await again.has(key)).toBe(true)
    expect(await status(settings, db)).toContain('belongs to this database')
  })

  test('rejects another database until the operator adopts the store, and changes nothing before', async () => {
    const settings = await make()
    const [owner, other] = [await database(), await database()]
    const store = await openStore(settings, owner.db)
    const previous = await store.ownerMarker.read()
    await expect(openStore(settings, other.db)).rejects.toThrow(
      `STORAGE_URL belongs to another Ninesixteen database, the instance ${owner.id}. Use another folder or bucket for this database`,
    )
    expect(await store.ownerMarker.read()).toEqual(previous)
    expect(await status(settings, other.db)).toContain(`the instance ${owner.id}`)
    await adopt(settings, other.db)
    await openStore(settings, other.db)
    await expect(openStore(settings, owner.db)).rejects.toThrow('belongs to another Ninesixteen database')
  })

  test('keeps the files of an earlier version in place', async () => {
    const settings = await make()
    const { db, paths } = await database(12)
    const old = storeLocationOf(settings).open('')
    // A lost file is no reason to reject the others.
    for (const path of paths.slice(1)) await old.put(path, Buffer.from('picture'), 'image/jpeg')
    await old.put('photos/holiday.jpg', Buffer.from('theirs'), 'image/jpeg')
    const store = await openStore(settings, db)
    expect(await readOwnerMarker(store.ownerMarker)).toMatchObject({ prefix: '' })
    expect(await store.has(paths[11] ?? '')).toBe(true)
  })

  test("rejects an earlier version's store for a database that does not know its files", async () => {
    const settings = await make()
    const { db } = await database()
    await storeLocationOf(settings).open('').put(newKey(USER, 'jpg'), Buffer.from('picture'), 'image/jpeg')
    await expect(openStore(settings, db)).rejects.toThrow('contains files of Ninesixteen that this database does not know')
    const full = await database(10)
    await expect(openStore(settings, full.db)).rejects.toThrow('contains only 0 of 10 sampled files')
    expect(await storeLocationOf(settings).open('').ownerMarker.read()).toBeNull()
    await adopt(settings, full.db)
    await openStore(settings, full.db)
  })

  test('takes a store that lost everything or holds only foreign files', async () => {
    const settings = await make()
    const lost = await database(3)
    expect(await readOwnerMarker((await openStore(settings, lost.db)).ownerMarker)).toMatchObject({ prefix: '' })
    const shared = await make()
    const foreign = storeLocationOf(shared).open('')
    for (const key of ['photos/holiday.jpg', 'backup/2026-11-20.sql']) await foreign.put(key, Buffer.from('theirs'), 'text/plain')
    const { db } = await database()
    expect(await readOwnerMarker((await openStore(shared, db)).ownerMarker)).toMatchObject({ prefix: OWN_PREFIX })
    expect((await keysAt(shared)).toSorted()).toEqual(['backup/2026-11-20.sql', 'photos/holiday.jpg'])
  })
})

test('three concurrent starts of one database claim one store', async () => {
  const settings = { storageUrl: pathToFileURL(await temporaryFolder()).href, dataDir: '/nowhere' }
  const { db, id } = await database()
  const [store] = await Promise.all([1, 2, 3].map(() => openStore(settings, db)))
  expect(store && (await readOwnerMarker(store.ownerMarker))).toMatchObject({ instance: id })
})

test('a copied store is recognized by its marker, or by its files if the marker is missing', async () => {
  const [from, to] = [await temporaryFolder(), await temporaryFolder()]
  const settings = (folder: string) => ({ storageUrl: pathToFileURL(folder).href, dataDir: '/nowhere' })
  const { db, paths } = await database(4)
  const store = await openStore(settings(from), db)
  for (const path of paths) await store.put(path, Buffer.from('picture'), 'image/jpeg')
  await cp(from, to, { recursive: true })
  expect(await (await openStore(settings(to), db)).has(paths[0] ?? '')).toBe(true)
  await rm(join(to, '.ninesixteen'), { recursive: true })
  expect(await (await openStore(settings(to), db)).has(paths[0] ?? '')).toBe(true)
})

test('the default folder stores files at its root and rejects an invalid marker', async () => {
  const settings = { storageUrl: null, dataDir: await temporaryFolder() }
  const { db } = await database()
  expect(await readOwnerMarker((await openStore(settings, db)).ownerMarker)).toMatchObject({ prefix: '' })
  await writeFile(join(settings.dataDir, 'files', OWNER_MARKER_KEY), '{"instance"')
  await expect(openStore(settings, db)).rejects.toThrow(
    `The folder ${join(settings.dataDir, 'files')} has an unreadable owner marker (${OWNER_MARKER_KEY})`,
  )
  await mkdir(join(settings.dataDir, 'files', 'lost+found'), { mode: 0 })
  await adopt(settings, db)
  await openStore(settings, db)
  expect(JSON.parse(await readFile(join(settings.dataDir, 'files', OWNER_MARKER_KEY), 'utf8'))).toMatchObject({ prefix: '' })
})

test('an unclaimed store with files gets a prefix, and one of another instance is rejected', async () => {
  const dataDir = await temporaryFolder()
  const [foreignUrl, id, key] = [pathToFileURL(await temporaryFolder()).href, randomUUID(), newKey(USER, 'jpg')]
  for (const [settings, prefix] of [
    [{ storageUrl: null, dataDir }, ''],
    [{ storageUrl: foreignUrl, dataDir }, OWN_PREFIX],
  ] as const) {
    const location = storeLocationOf(settings)
    await (await openForCopy(location, id)).put(key, Buffer.from('picture'), 'image/jpeg')
    expect(await location.open(prefix).has(key)).toBe(true)
  }
  const location = storeLocationOf({ storageUrl: foreignUrl, dataDir })
  await location.open('').ownerMarker.create(ownerMarkerBytes({ instance: id, prefix: '', turn: null }))
  expect(await (await openForCopy(location, id)).has(key)).toBe(false)
  await expect(openForCopy(location, randomUUID())).rejects.toThrow(`belongs to another Ninesixteen database, the instance ${id}`)
})
