import { expect, test } from 'vitest'
import { emojiOfGrapheme } from './emoji.ts'

const known = new Set([
  '1f525',
  '2764',
  '31-20e3',
  '1f468-200d-1f469-200d-1f466',
  '1f468',
  '1f469',
  '1f44d',
  '1f3fd',
  '1f44d-1f3fd',
  '1f1e9',
  '1f1e9-1f1ea',
  '1f1fd',
  '1f3f4',
])

test.each([
  ['🔥', ['1f525']],
  ['❤️', ['2764']],
  ['❤', ['2764']],
  ['❤\ufe0e', null],
  ['1️⃣', ['31-20e3']],
  ['1', null],
  ['👨‍👩‍👦', ['1f468-200d-1f469-200d-1f466']],
  ['👍🏽', ['1f44d-1f3fd']],
  ['🇩🇪', ['1f1e9-1f1ea']],
  ['👨‍👩', ['1f468', '1f469']],
  ['🔥🏽', ['1f525', '1f3fd']],
  ['🇩🇽', ['1f1e9', '1f1fd']],
  ['🏴\u{e0075}\u{e0073}\u{e007f}', ['1f3f4']],
  ['👨‍x', null],
  ['a', null],
])('%s is drawn by %j', (text, keys) => {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  expect(emojiOfGrapheme(codes, known)).toEqual(keys)
})
