import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createFolder } from './create-folder.ts'

test('createFolder creates missing parents, private to the owner, and leaves existing ones unchanged', async () => {
  const home = await temporaryFolder()
  for (let time = 0; time < 2; time += 1) createFolder(join(home, 'a', 'b', 'c'))
  expect(['a', 'a/b', 'a/b/c'].map((path) => statSync(join(home, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
})

test('createFolder reports a file in its way and leaves it', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, 'theirs')
  const codeOf = (path: string) => {
    try {
      createFolder(path)
      return 'made'
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error
    }
  }
  expect([codeOf(file), codeOf(join(file, 'below'))]).toEqual(['EEXIST', 'ENOTDIR'])
  expect(statSync(file).size).toBe(6)
})

test.runIf(process.platform === 'linux')('createFolder fails where folders cannot be created', () => {
  expect(() => createFolder('/proc/a/b')).toThrow('ENOENT')
})
