import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createDiskCache } from './disk-cache.ts'

let folder: string
let now: number
beforeEach(async () => {
  folder = join(await temporaryFolder(), 'cache')
  now = 1_800_000_000_000
})
const open = (bytesMax = 1000) => createDiskCache(folder, { bytesMax, secondsMax: 60 }, () => now)
const bytes = (size: number, fill = 1) => Buffer.alloc(size, fill)

test('gives back what was written, also to another process, until it is too old', async () => {
  const cache = open()
  expect(await cache.read('a')).toBeNull()
  await cache.write('a', bytes(10))
  await cache.write('a', bytes(12, 2))
  expect(await open().read('a')).toEqual(bytes(12, 2))
  now += 59_999
  expect(await cache.read('a')).toEqual(bytes(12, 2))
  now += 1
  expect(await cache.read('a')).toBeNull()
})

test('keys of any kind stay in the folder', async () => {
  const cache = open()
  const keys = ['../x', '/etc/passwd', 'a\0b', '', 'ä'.repeat(500), 'https://x.example/a?b=c#d']
  for (const [at, key] of keys.entries()) await cache.write(key, bytes(1, at))
  for (const [at, key] of keys.entries()) expect(await cache.read(key)).toEqual(bytes(1, at))
  expect(await readdir(folder)).toHaveLength(keys.length)
})

test('stays below its limit: what was not read for the longest goes first', async () => {
  const cache = open()
  for (let at = 0; at < 8; at += 1) {
    await cache.write(`k${at}`, bytes(120))
    now += 1000
  }
  await cache.read('k0')
  now += 1000
  await cache.write('last', bytes(120))
  expect(await cache.read('k1')).toBeNull()
  expect(await cache.read('k0')).not.toBeNull()
  expect(await cache.read('last')).not.toBeNull()
  expect((await readdir(folder)).length * 120).toBeLessThanOrEqual(800)
})

test('tidies what is old and what a crash left half-written', async () => {
  await open().write('old', bytes(10))
  await writeFile(join(folder, 'x.part'), 'half')
  now += 100_000_000_000
  await open().write('new', bytes(10))
  expect(await readdir(folder)).toHaveLength(1)
})

test('leaves files that may still be being written alone for ten minutes, and expires everything else', async () => {
  await open().write('old', bytes(10))
  await writeFile(join(folder, 'x.part'), 'half')
  await utimes(join(folder, 'x.part'), now / 1000, now / 1000)
  const tidied = async (seconds: number) => {
    now += seconds * 1000
    await open().write('new', bytes(10))
    const names = await readdir(folder)
    return [names.includes('x.part'), names.length]
  }
  expect(await tidied(60)).toEqual([true, 2])
  expect(await tidied(539)).toEqual([true, 2])
  expect(await tidied(1)).toEqual([false, 1])
})

test('may lose all its files while it runs', async () => {
  const cache = open()
  await cache.write('a', bytes(10))
  await rm(folder, { recursive: true })
  expect(await cache.read('a')).toBeNull()
  await cache.write('a', bytes(10))
  expect(await cache.read('a')).toEqual(bytes(10))
})
