import { expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { ChatRequest } from '../providers/openai/chat.ts'
import { replaceNeverWords } from './replace-never-words.ts'

const slides = [
  ['cheap coffee', 'a good one'],
  ['nothing here', ''],
  ['2. so CHEAP', 'the best ever'],
].map((texts, index) => slideSchema.parse({ id: `${index}`, textBoxes: texts.map((text, at) => ({ id: `${at}`, text })) }))
const words = ['cheap', 'best ever', 'unused']
const brand = { ...NEW_BRAND, neverWords: words }
const context = { topic: 'coffee', company: null, brand, model: 'm', contentType: 'numbered-list', tone: '' } as const

async function replace(answer: string | null, list: readonly string[] = words) {
  const asked: ChatRequest[] = []
  const result = await replaceNeverWords(slides, { words: list, context, ask: async (request) => (asked.push(request), answer) })
  return { result, asked }
}
const answer = (...texts: string[]) => JSON.stringify({ texts: texts.map((text) => ({ text })) })

test('texts with the words are rewritten in one request, and the rest stays', async () => {
  const { result, asked } = await replace(answer('fair coffee', '2. so fair', 'a very good one'))
  expect(asked).toHaveLength(1)
  expect(asked[0]?.messages[1]?.content).toContain('Way: avoid')
  expect(asked[0]?.messages[1]?.content).toContain('Never use: "cheap", "best ever", "unused"')
  expect(asked[0]?.messages[1]?.content.match(/^Text \d+: .*$/gm)).toEqual([
    'Text 1: "cheap coffee"',
    'Text 2: "2. so CHEAP"',
    'Text 3: "the best ever"',
  ])
  expect(result?.report).toEqual({ replaced: ['cheap', 'best ever'], remained: [] })
  expect(result?.changed.map(({ textBoxes }) => textBoxes.map(({ text }) => text))).toEqual([
    ['fair coffee', 'a good one'],
    ['2. so fair', 'a very good one'],
  ])
})

test('a rewrite that uses a word again is not taken, and the word is reported', async () => {
  const { result } = await replace(answer('a cheap one', '2. so cheap', 'a very good one'))
  expect(result?.report).toEqual({ replaced: ['best ever'], remained: ['cheap'] })
  expect(result?.changed).toHaveLength(1)
})

test.each([null, 'Sorry, no.', answer('too few')])('without a usable answer (%j), all words remain and are reported', async (reply) => {
  const { result } = await replace(reply)
  expect(result).toEqual({ changed: [], report: { replaced: [], remained: ['cheap', 'best ever'] } })
})

test('slides without the words cost no request', async () => {
  const { result, asked } = await replace(null, ['unused'])
  expect([result, asked]).toEqual([null, []])
})
