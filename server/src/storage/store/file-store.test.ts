import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { s3Url, startS3Server } from '../../testing/s3-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { FileStore, StoredObject } from './file-store.ts'
import { createFolderStore, isDiskFull } from './folder-store.ts'
import { openStore, storeLocationOf } from './open-store.ts'
import { parseStorageUrl } from '../../config/storage-url.ts'

/** One contract for all drivers. */
const drivers: Record<string, () => Promise<FileStore>> = {
  folder: async () => storeLocationOf({ storageUrl: null, dataDir: await temporaryFolder() }).open(''),
  s3: async () => storeLocationOf({ storageUrl: s3Url(await startS3Server()), dataDir: '/nowhere' }).open(''),
}

async function listed(store: FileStore): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const object of store.list()) found.push(object)
  return found
}

describe.each(Object.entries(drivers))('the %s store', (_name, open) => {
  test('returns a stored object as bytes and as a stream', async () => {
    const store = await open()
    const bytes = randomBytes(300_054)
    await store.put('user1/1_a.jpg', bytes, 'image/jpeg')
    expect(Buffer.from((await store.read('user1/1_a.jpg')) ?? []).equals(bytes)).toBe(true)
    const stream = await store.stream('user1/1_a.jpg')
    expect(stream?.bytes).toBe(bytes.byteLength)
    expect(await store.has('user1/1_a.jpg')).toBe(true)
    expect(Buffer.from(await new Response(stream?.body).arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('returns a byte range and the total size', async () => {
    const store = await open()
    const bytes = randomBytes(70_001)
    await store.put('user1/1_a.mp4', bytes, 'video/mp4')
    expect([await store.size('user1/1_a.mp4'), await store.size('user1/none.mp4')]).toEqual([bytes.byteLength, null])
    for (const [first, last] of [
      // A range to byte 0 is avoided: the test's S3 server returns the whole file for it.
      [0, 1],
      [0, bytes.byteLength - 1],
      [40_000, 65_999],
      [bytes.byteLength - 1, bytes.byteLength - 1],
    ] as const) {
      const part = await store.stream('user1/1_a.mp4', undefined, { first, last })
      expect(part?.bytes).toBe(last - first + 1)
      expect(Buffer.from(await new Response(part?.body).arrayBuffer()).equals(bytes.subarray(first, last + 1))).toBe(true)
    }
    expect(await store.stream('user1/none.mp4', undefined, { first: 0, last: 1 })).toBeNull()
  })

  test('stores from a file and leaves the file in place', async () => {
    const store = await open()
    const file = join(await temporaryFolder(), 'video.mp4')
    const bytes = randomBytes(3_000_017)
    await writeFile(file, bytes)
    await store.putFile('user1/1_a.mp4', file, 'video/mp4')
    expect(Buffer.from((await store.read('user1/1_a.mp4')) ?? []).equals(bytes)).toBe(true)
    expect((await readFile(file)).equals(bytes)).toBe(true)
    await writeFile(file, 'another')
    await store.putFile('user1/1_a.mp4', file, 'video/mp4')
    expect(Buffer.from((await store.read('user1/1_a.mp4')) ?? []).toString()).toBe('another')
    await expect(store.putFile('../x.mp4', file, 'video/mp4')).rejects.toThrow('Not a storage key')
    await expect(store.putFile('user1/2_b.mp4', `${file}.none`, 'video/mp4')).rejects.toThrow('ENOENT')
    expect((await listed(store)).map((object) => object.key)).toEqual(['user1/1_a.mp4'])
  })

  test('replaces an object atomically', async () => {
    const store = await open()
    await store.put('user1/1_a.jpg', Buffer.from('a long first content'), 'image/jpeg')
    await store.put('user1/1_a.jpg', Buffer.from('short'), 'image/jpeg')
    expect(Buffer.from((await store.read('user1/1_a.jpg')) ?? []).toString()).toBe('short')
  })

  test('reports a missing object as absent', async () => {
    const store = await open()
    expect(await store.read('user1/none.jpg')).toBeNull()
    expect(await store.has('user1/none.jpg')).toBe(false)
    expect(await store.stream('user1/none.jpg')).toBeNull()
    await store.remove(['user1/none.jpg'])
  })

  test('copies an object independently of its source', async () => {
    const store = await open()
    await store.put('user1/1_a.jpg', Buffer.from('a picture'), 'image/jpeg')
    const pair = { from: 'user1/1_a.jpg', to: 'user2/2_b.jpg' }
    expect(await store.copy([pair, { from: 'user1/none.jpg', to: 'user2/none.jpg' }])).toEqual([pair])
    expect(await store.copy([pair])).toEqual([pair])
    await store.put('user1/1_a.jpg', Buffer.from('another picture'), 'image/jpeg')
    await store.remove(['user1/1_a.jpg'])
    expect(Buffer.from((await store.read('user2/2_b.jpg')) ?? []).toString()).toBe('a picture')
    expect((await listed(store)).map((object) => object.key)).toEqual(['user2/2_b.jpg'])
    await expect(store.copy([{ from: '../x.jpg', to: 'user2/x.jpg' }])).rejects.toThrow('Not a storage key')
    await expect(store.copy([{ from: 'user2/2_b.jpg', to: '../x.jpg' }])).rejects.toThrow('Not a storage key')
  })

  test('removes and lists objects', async () => {
    const store = await open()
    const startedAt = Date.now() - 60_000
    for (const key of ['user1/a.jpg', 'user1/a.jpg.thumbnail.webp', 'user2/b.png']) await store.put(key, Buffer.from(key), 'image/jpeg')
    await store.remove(['user1/a.jpg'])
    const found = await listed(store)
    expect(found.map((object) => object.key).toSorted()).toEqual(['user1/a.jpg.thumbnail.webp', 'user2/b.png'])
    expect(found.every((object) => object.modifiedAt.getTime() > startedAt)).toBe(true)
  })

  test('rejects malformed keys', async () => {
    const store = await open()
    const hostile = [
      '../x.jpg',
      'a/../../x.jpg',
      '/etc/passwd',
      'a/b/c.jpg',
      'a\\b.jpg',
      'a/..',
      'a/x\0.jpg',
      '',
      'a/',
      'a/%2e%2e.jpg',
      'C:/x.jpg',
    ]
    for (const key of hostile) {
      await expect(store.put(key, Buffer.from('x'), 'image/jpeg'), key).rejects.toThrow('Not a storage key')
      await expect(store.read(key), key).rejects.toThrow('Not a storage key')
      await expect(store.remove([key]), key).rejects.toThrow('Not a storage key')
    }
  })
})

describe('the folder store', () => {
  test('never reads or writes outside its folder', async () => {
    const outside = await temporaryFolder()
    await writeFile(join(outside, 'canary.jpg'), 'canary')
    const root = await temporaryFolder()
    await symlink(outside, join(root, 'linked'))
    await mkdir(join(root, 'user1'))
    await symlink(join(outside, 'canary.jpg'), join(root, 'user1', 'link.jpg'))
    const store = createFolderStore(root)
    await expect(store.read('linked/canary.jpg')).rejects.toThrow('outside')
    await expect(store.put('linked/new.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('outside')
    expect(await store.read('user1/link.jpg')).toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), async (a, b) => {
        for (const key of [`${a}/${b}`, `../${a}${b}`, `user1/../${b}`]) {
          const read = await store.read(key).catch(() => null)
          expect(Buffer.from(read ?? []).toString()).not.toBe('canary')
        }
      }),
    )
    expect(await readdir(outside)).toEqual(['canary.jpg'])
  })

  test("removes only the user's empty folder", async () => {
    const [root, outside] = [await temporaryFolder(), await temporaryFolder()]
    const store = createFolderStore(root)
    const [empty, nonEmpty, linked, none] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [string, string, string, string]
    for (const name of [empty, nonEmpty, 'backups']) await mkdir(join(root, name))
    await writeFile(join(root, nonEmpty, 'notes.txt'), 'theirs')
    await symlink(outside, join(root, linked))
    for (const name of [empty, nonEmpty, linked, none, 'backups', '..', '']) await store.removeEmptyFolder?.(name)
    expect((await readdir(root)).toSorted()).toEqual(['backups', nonEmpty, linked].toSorted())
    expect([await readdir(outside), await readdir(join(root, nonEmpty))]).toEqual([[], ['notes.txt']])
  })

  test('lists partial files left by a crash', async () => {
    const root = await temporaryFolder()
    const store = createFolderStore(root)
    await store.put('user1/a.jpg', Buffer.from('x'), 'image/jpeg')
    const partialFile = join(root, 'user1', 'b.jpg.0b5c~')
    await writeFile(partialFile, 'half')
    await utimes(partialFile, 1, 1)
    const old = (await listed(store)).filter((object) => object.modifiedAt.getTime() < 10_000)
    expect(old.map((object) => object.key)).toEqual(['user1/b.jpg.0b5c~'])
    await store.remove(old.map((object) => object.key))
    expect(await readdir(join(root, 'user1'))).toEqual(['a.jpg'])
  })

  test('recognizes a full disk by its error codes', () => {
    expect(isDiskFull(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toBe(true)
    expect(isDiskFull(Object.assign(new Error('denied'), { code: 'EACCES' }))).toBe(false)
  })
})

describe('parseStorageUrl', () => {
  test('decodes the parts of an S3 URL', () => {
    expect(parseStorageUrl('s3://key:se%2Fcret@s3.example.org:9000/bucket?region=eu-1')).toEqual({
      s3: {
        endpoint: 'https://s3.example.org:9000',
        region: 'eu-1',
        bucket: 'bucket',
        accessKeyId: 'key',
        secretAccessKey: 'se/cret',
      },
    })
  })

  test.each([
    's3://host/bucket',
    's3://k:s@host/',
    's3://k:s@host/a/b',
    's3://k:%@host/b',
    'ftp://k:s@host/b',
    'file://elsewhere/folder',
    's3',
  ])('rejects %s', (url) => expect(parseStorageUrl(url)).toBeNull())
})

describe('openStore', () => {
  async function opener(): Promise<(storageUrl: string) => Promise<FileStore>> {
    const { db, drop } = await testDatabase()
    onTestFinished(drop)
    return (storageUrl) => openStore({ storageUrl, dataDir: '/nowhere' }, db)
  }

  test('rejects an unusable store with one sentence and without the secret', async () => {
    const [server, open] = [await startS3Server(), await opener()]
    const refused = [
      [`s3+http://other:hunter2@127.0.0.1:${server}/pictures`, /^STORAGE_URL cannot be used: InvalidAccessKeyId: [^\n]+$/],
      [`s3+http://S3RVER:S3RVER@127.0.0.1:${server}/absent`, /^STORAGE_URL cannot be used: NoSuchBucket: [^\n]+$/],
      ['s3+http://key:hunter2@127.0.0.1:9/pictures', /^STORAGE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:9\.$/],
      ['file:///proc/files', /^STORAGE_URL cannot be used: ENOENT: [^\n]+$/],
      [pathToFileURL(import.meta.filename).href, /^STORAGE_URL cannot be used: EEXIST: [^\n]+$/],
    ] as const
    for (const [url, message] of refused) {
      await expect(open(url)).rejects.toThrow(message)
      await expect(open(url)).rejects.not.toThrow(/hunter2/)
    }
  })

  test('leaves nothing behind in a usable store', async () => {
    const folder = await temporaryFolder()
    const open = await opener()
    const store = await open(pathToFileURL(join(folder, 'deep', 'er')).href)
    expect(await listed(store)).toEqual([])
  })
})
