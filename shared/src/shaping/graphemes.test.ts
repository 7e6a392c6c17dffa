import { expect, test, vi } from 'vitest'
import { readManifest } from '../testing/shaper.ts'
import { createClassifier } from './graphemes.ts'
import { createTables } from './tables.ts'

/** Private use: no font has them, so that each decision asks for the table of further scripts. */
const privateUse = (from: number, count: number): string =>
  String.fromCodePoint(...Array.from({ length: count }, (_, index) => from + index))

test('forgets decisions when users write ever new characters', async () => {
  const tables = createTables()
  const fonts = vi.spyOn(tables, 'fonts')
  const { split } = createClassifier(await readManifest(), tables)
  const decided = (text: string): number => {
    const before = fonts.mock.calls.length
    split(text, null)
    return fonts.mock.calls.length - before
  }
  const first = privateUse(0xf0000, 100)
  expect(decided(first)).toBe(100)
  expect(decided(first)).toBe(0)
  for (let page = 1; page <= 100; page += 1) decided(privateUse(0xf0000 + 100 * page, 100))
  expect(decided(first)).toBe(100)
})
