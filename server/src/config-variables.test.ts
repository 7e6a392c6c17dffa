import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VARIABLE_NAMES } from './config-variables.ts'

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../..', name), 'utf8')

test('every setting stands in the README and in .env.example, which has no other', async () => {
  const [readme, example] = [await read('README.md'), await read('.env.example')]
  expect(VARIABLE_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  const shown = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  expect(shown.toSorted()).toEqual(VARIABLE_NAMES.toSorted())
})
