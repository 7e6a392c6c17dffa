// @module-tag long

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { storeLocationOf } from '../storage/store/open-store.ts'
import { unfinishedFileName, UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { freePort, runProgram, type Program } from '../testing/program.ts'
import { s3Url, startS3Server } from '../testing/s3-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/* A folder and a bucket with foreign files, and the product started on them. */

const FOREIGN = [
  'photos/holiday.jpg',
  'photos/IMG_0001.HEIC',
  'backup/2026-11-20.sql',
  'photos/a b.jpg',
  'backups/daily/x.sql',
  'read me.txt',
]

async function start(storageUrl: string, dataDir?: string): Promise<Program> {
  const env = { DATA_DIR: dataDir ?? (await temporaryFolder()), PORT: String(await freePort()), SANDBOX: 'off', LOG_LEVEL: 'debug' }
  return runProgram('main.ts', [], { ...env, STORAGE_URL: storageUrl })
}

async function swept(product: Program): Promise<void> {
  await product.waitForOutput('File store swept')
  await product.waitForOutput('is ready at')
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
}

test('a folder keeps every foreign file', async () => {
  const folder = await temporaryFolder()
  for (const name of FOREIGN) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), name)
    await utimes(join(folder, name), 1, 1)
  }
  // A start deletes a killed process's unfinished uploads.
  const [dataDir, leftover] = [await temporaryFolder(), unfinishedFileName(randomUUID())]
  await mkdir(join(dataDir, UPLOADS_FOLDER))
  await writeFile(join(dataDir, UPLOADS_FOLDER, leftover), 'half')
  await swept(await start(pathToFileURL(folder).href, dataDir))
  expect(await readdir(join(dataDir, UPLOADS_FOLDER))).toEqual([])
  for (const name of FOREIGN) expect(await readFile(join(folder, name), 'utf8')).toBe(name)
  expect((await stat(join(folder, '.ninesixteen', 'owner.json'))).isFile()).toBe(true)

  const second = await start(pathToFileURL(folder).href)
  expect(await second.ended).toBe(2)
  expect(second.output()).toMatch(/^STORAGE_URL belongs to another Ninesixteen database, the instance [^\n]+\n$/m)
  for (const name of FOREIGN) expect(await readFile(join(folder, name), 'utf8')).toBe(name)
})

test('a bucket keeps every foreign object', async () => {
  const directory = await temporaryFolder()
  const url = s3Url(await startS3Server(directory))
  const bucket = storeLocationOf({ storageUrl: url, dataDir: '/nowhere' }).open('')
  for (const key of FOREIGN.slice(0, 3)) await bucket.put(key, Buffer.from(key), 'text/plain')
  const written = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const file of written.filter((each) => each.isFile())) await utimes(join(file.parentPath, file.name), 1, 1)
  await swept(await start(url))
  for (const key of FOREIGN.slice(0, 3)) expect(Buffer.from((await bucket.read(key)) ?? []).toString()).toBe(key)
})
