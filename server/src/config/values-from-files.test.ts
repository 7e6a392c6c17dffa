import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readValueFiles } from './values-from-files.ts'
import { readSettings } from './read-settings.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

async function fileOf(content: string): Promise<string> {
  const path = join(await temporaryFolder(), 'secret')
  await writeFile(path, content)
  return path
}

test('every setting can be read from a file, with or without a trailing newline', async () => {
  const env = readValueFiles({
    SECRET_KEY_FILE: await fileOf('abc\n'),
    DATABASE_URL_FILE: await fileOf('postgres://ann:secret@db/studio'),
    OPENAI_API_KEY_FILE: await fileOf('sk-1\r\n'),
    PORT_FILE: await fileOf('4000'),
    SMTP_URL_FILE: ' ',
  })
  expect(readSettings(env)).toMatchObject({
    SECRET_KEY: 'abc',
    DATABASE_URL: 'postgres://ann:secret@db/studio',
    OPENAI_API_KEY: 'sk-1',
    PORT: 4000,
  })
  expect(env).not.toHaveProperty('SECRET_KEY_FILE')
})

test('unknown names and settings that end in _FILE themselves are unchanged', () => {
  expect(readValueFiles({ NO_SETTING_FILE: '/nowhere', PORT: '4000' })).toEqual({ NO_SETTING_FILE: '/nowhere', PORT: '4000' })
})

test('an unusable file is rejected in one sentence without its content', async () => {
  const [good, large, empty] = [await fileOf('hidden'), await fileOf('x'.repeat(16 * 1024 + 1)), await fileOf('\n')]
  const folder = await temporaryFolder()
  const refused = (env: Record<string, string>, message: string) => expect(() => readValueFiles(env)).toThrow(message)
  refused(
    { SECRET_KEY_FILE: good, SECRET_KEY: 'other' },
    'SECRET_KEY and SECRET_KEY_FILE are both set. Remove one of them. See .env.example.',
  )
  refused({ SECRET_KEY_FILE: '/nowhere/at/all' }, 'SECRET_KEY_FILE cannot be used: there is no such file (/nowhere/at/all).')
  refused({ SECRET_KEY_FILE: folder }, `SECRET_KEY_FILE cannot be used: ${folder} is not a file.`)
  refused({ SECRET_KEY_FILE: large }, `SECRET_KEY_FILE cannot be used: ${large} is larger than 16 KB.`)
  refused({ SECRET_KEY_FILE: empty }, `SECRET_KEY_FILE cannot be used: ${empty} is empty.`)
  // An invalid value isn't shown either.
  const wrong = readValueFiles({ STRIPE_SECRET_KEY_FILE: good })
  expect(() => readSettings(wrong)).toThrow(/^STRIPE_SECRET_KEY cannot be the value given: /)
})
