import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { copyTarget } from './copy-target.ts'

const URL = 'postgres://ann:secret@db.example.org/ninesixteen'

test('where to is said by a word, or without anybody on the machine seeing it', async () => {
  const file = join(await temporaryFolder(), 'to')
  await writeFile(file, `${URL}\n`)
  expect(await copyTarget('private', { COPY_TO: URL })).toBe('private')
  expect(await copyTarget('-', {}, Readable.from([URL, '\n']))).toBe(URL)
  expect(await copyTarget('-', {}, Readable.from([]))).toBeNull()
  expect(await copyTarget(undefined, { COPY_TO: ` ${URL} ` })).toBe(URL)
  expect(await copyTarget(undefined, { COPY_TO_FILE: file })).toBe(URL)
  expect(await copyTarget(undefined, {})).toBeNull()
  const both = copyTarget(undefined, { COPY_TO: URL, COPY_TO_FILE: file })
  await expect(both).rejects.toThrow('COPY_TO and COPY_TO_FILE are both set: keep one of them.')
  await expect(copyTarget(undefined, { COPY_TO_FILE: `${file}.none` })).rejects.toThrow(
    'COPY_TO_FILE cannot be used: there is no such file',
  )
})
