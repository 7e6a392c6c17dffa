import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { copyTarget } from './copy-target.ts'

const TO = 'postgres://ann:secret@db.example.org/ninesixteen'

test('the target is a word or a prompt that other users of the machine cannot see', async () => {
  const DATA_DIR = await temporaryFolder()
  const [set, unset] = [loadConfig({ DATA_DIR, COPY_TO: TO }), loadConfig({ DATA_DIR })]
  expect(await copyTarget('private', set)).toBe('private')
  expect(await copyTarget('-', unset, Readable.from([TO, '\n']))).toBe(TO)
  expect(await copyTarget('-', unset, Readable.from([]))).toBeNull()
  expect(await copyTarget(undefined, set)).toBe(TO)
  expect(await copyTarget(undefined, unset)).toBeNull()
})
