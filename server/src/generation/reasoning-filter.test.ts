import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReasoningFilter } from './reasoning-filter.ts'

/** The rest of a response after filtering, fed in pieces of one size; parts are separated by a bar. */
function readIn(answer: string, size: number): string {
  const filter = createReasoningFilter()
  let text = ''
  for (let at = 0; at < answer.length; at += size) text += filter.push(answer.slice(at, at + size)).join('|')
  return text
}

test.each([
  ['a thought in front', '<think>a draft [1]</think>[{"a":1}]', '[{"a":1}]'],
  ['a thought of Magistral', '[THINK]a draft [1][/THINK][{"a":1}]', '[{"a":1}]'],
  ['other words for it', '<reflection>a</reflection>{"b":2}', '{"b":2}'],
  ['capitals', '<THINKING>a</Thinking>{"b":2}', '{"b":2}'],
  ['two thoughts', '<think>a</think>so <thought>b</thought>[]', 'so []'],
  ['prose in front', 'sure: {"b":2}', 'sure: {"b":2}'],
  ['a tag in a text of the answer', '[{"a":"how to <think> big"}]', '[{"a":"how to <think> big"}]'],
  ['a thought without its beginning', '[{"draft":1}]</think>[{"a":1}]', '[{"draft":1}]|[{"a":1}]'],
  ['none at all', 'plain words', 'plain words'],
  ['another tag', '<b>bold</b> {"b":2}', '<b>bold</b> {"b":2}'],
])('%s', (_, answer, left) => {
  expect(readIn(answer, answer.length)).toBe(left)
})

test('how an answer is cut into pieces changes nothing', () => {
  const parts = ['<think>', '</think>', '[THINK]', '[/THINK]', 'words ', '[{"a":1}]', '<b>', '<', '[', ' </reflection>']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (found, size) => {
      // Text after it, because a possible start of a tag is held back.
      const answer = `${found.join('')} and some words that end it`
      expect(readIn(answer, size).replaceAll('|', '')).toBe(readIn(answer, answer.length).replaceAll('|', ''))
    }),
  )
})
