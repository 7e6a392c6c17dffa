import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { clearUnfinishedUploads, unfinishedFileName, UPLOADS_FOLDER } from './unfinished-uploads.ts'

test('removes leftovers of killed uploads but no active upload or foreign file', async () => {
  const dataDir = await temporaryFolder()
  expect(await clearUnfinishedUploads(dataDir, new Date())).toBe(0)
  const folder = join(dataDir, UPLOADS_FOLDER)
  await mkdir(folder)
  const [stale, active] = [unfinishedFileName(randomUUID()), unfinishedFileName(randomUUID())]
  for (const name of [stale, active, 'video.part', 'notes.txt']) await writeFile(join(folder, name), 'half')
  const before = new Date(1_800_000_000_000)
  for (const name of [stale, 'video.part', 'notes.txt']) await utimes(join(folder, name), 1, before.getTime() / 1000 - 1)
  await utimes(join(folder, active), 1, before.getTime() / 1000 + 1)
  expect(await clearUnfinishedUploads(dataDir, before)).toBe(1)
  expect((await readdir(folder)).toSorted()).toEqual([active, 'video.part', 'notes.txt'].toSorted())
})
