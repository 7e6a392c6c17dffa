import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { retainedMemory } from '../testing/retained-memory.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createVideoSpool, type SpooledChunk } from './video-spool.ts'

const piece = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value)

test('returns every chunk unchanged, any number of times, from memory and disk', async () => {
  const folder = await temporaryFolder()
  const spool = createVideoSpool(folder, 1000)
  const pieces = [piece(600, 1), piece(5000, 2), piece(400, 3), piece(70_000, 4), piece(0, 5)]
  const spooled = await Promise.all(pieces.map((one) => spool.add(one)))
  for (let round = 0; round < 2; round += 1) {
    for (const [index, read] of spooled.entries()) expect(Buffer.compare(await read(), pieces[index] ?? piece(1, 9))).toBe(0)
  }
  // The file has no name, so that a crash leaves nothing behind.
  expect(await readdir(folder)).toEqual([])
  await spool.close()
  await spool.close()
})

test('keeps small videos in memory', async () => {
  const spool = createVideoSpool('/dev/null/videos', 1000)
  const read = await spool.add(piece(1000, 7))
  expect(await read()).toEqual(piece(1000, 7))
  await expect(spool.add(piece(1, 7))).rejects.toThrow('/dev/null')
  await spool.close()
})

test('retains no chunks in memory after writing them to disk', { tags: ['long'] }, async () => {
  const spool = createVideoSpool(await temporaryFolder(), 0)
  const before = await retainedMemory()
  const spooled: SpooledChunk[] = []
  for (let number = 0; number < 20; number += 1) spooled.push(await spool.add(piece(1_000_000, number)))
  const after = await retainedMemory()
  expect(after.buffers - before.buffers).toBeLessThan(2_000_000)
  expect((await spooled[19]?.())?.[999_999]).toBe(19)
  await spool.close()
})
