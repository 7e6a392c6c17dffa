import { expect, test } from 'vitest'
import { languageTag } from './language-tag.ts'

test.each([
  ['German', 'de'],
  ['Deutsch', 'de'],
  [' français ', 'fr'],
  ['日本語', 'ja'],
  ['pt-br', 'pt-BR'],
  ['es', 'es'],
  ['Klingon', null],
  ['en-', null],
  ['', null],
])('the tag of %j is %j', (language, tag) => {
  expect(languageTag(language)).toBe(tag)
})
