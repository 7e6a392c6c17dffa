import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretKey } from './secret-key.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninesixteen-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the first start creates a key readable by its owner only, and later starts reuse it', async () => {
  const dataDir = join(folder, 'data')
  const created = secretKey(undefined, dataDir)
  expect(created).toHaveLength(32)
  expect(await readdir(dataDir)).toEqual(['secret.key'])
  const path = join(dataDir, 'secret.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path, 'utf8')).toBe(`${Buffer.from(created).toString('hex')}\n`)
  expect(secretKey(undefined, dataDir)).toEqual(created)
  expect(secretKey(undefined, join(folder, 'other'))).not.toEqual(created)
})

test.each([
  ['hex', 'ab'.repeat(32)],
  ['hex in capitals', 'AB'.repeat(32)],
  ['hex with blanks around', `  ${'ab'.repeat(32)}\n`],
  ['base64', Buffer.alloc(32, 0xab).toString('base64')],
  ['more than needed', 'ab'.repeat(40)],
])('a key given as %s is used, and none is created', async (_, text) => {
  expect(Buffer.from(secretKey(text, folder))).toEqual(Buffer.alloc(32, 0xab))
  expect(await readdir(folder)).toEqual([])
})

test.each([[''], ['short'], ['ab'.repeat(31)], ['not a key at all!']])('"%s" is an invalid key', (text) => {
  expect(() => secretKey(text, folder)).toThrow('SECRET_KEY must hold at least 32 bytes in hex or base64')
})

test('an invalid key file and an unusable folder are reported', async () => {
  const path = join(folder, 'secret.key')
  await writeFile(path, 'short\n')
  expect(() => secretKey(undefined, folder)).toThrow(`${path} must hold at least 32 bytes`)
  expect(() => secretKey(undefined, join(path, 'below'))).toThrow('DATA_DIR cannot be used: ')
})

test('concurrent first starts create and share one key', { tags: ['long'] }, async () => {
  const start = `import { secretKey } from '${new URL('secret-key.ts', import.meta.url).href}'
    process.stdout.write(Buffer.from(secretKey(undefined, process.argv[1])).toString('hex'))`
  const starts = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', start, folder]))
  const keys = (await Promise.all(starts)).map(({ stdout }) => stdout)
  expect(new Set(keys)).toEqual(new Set([(await readFile(join(folder, 'secret.key'), 'utf8')).trim()]))
  expect(await readdir(folder)).toEqual(['secret.key'])
})
