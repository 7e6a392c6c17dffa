import { expect, test } from 'vitest'
import { wordsOf } from './words-of.ts'

test.each([
  ['why is it dense?', ['why', 'is', 'it', 'dense?']],
  ["don't stop, ever", ["don't", 'stop,', 'ever']],
  ['パンはなぜ重いのか', ['パン', 'は', 'なぜ', '重い', 'の', 'か']],
  ['swipe 🔥\nnow', ['swipe', '🔥', 'now']],
  ['  \n ', []],
])('the words of %j', (text, words) => {
  const found = wordsOf(text)
  expect(found.map(({ word }) => word)).toEqual(words)
  for (const { start, end, word } of found) expect(text.slice(start, end)).toBe(word)
})
