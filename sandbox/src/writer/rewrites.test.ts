import { describe, expect, test } from 'vitest'
import { writeCustom } from './custom.ts'
import { phrasesNamed } from './languages.ts'
import type { WriterRequest } from './request.ts'
import { writeRewrite, type RewritePrompt } from './rewrites.ts'

const request = (topic: string, tone = ''): WriterRequest => ({
  topic,
  format: 'rewrite',
  slides: 5,
  tone,
  company: '',
  about: '',
  softSellSlide: null,
  context: '',
  seed: '',
})
const order = (texts: string[], over: Partial<RewritePrompt> = {}): RewritePrompt => ({
  way: 'again',
  wanted: texts.length,
  type: 'numbered-list',
  language: '',
  never: [],
  texts,
  others: [],
  ...over,
})

const TEXTS = [
  '3. give it a fixed hour',
  'without a place in the day there is no reading, and that is really just how it is.',
  'calm mornings (number 2 is free)',
  'утро без телефона, и весь день легче',
  'one',
]

describe.each(['again', 'shorter', 'punchier', 'tone'])('the rewrite "%s"', (way) => {
  test.each(TEXTS)('%s', (text) => {
    const [written = ''] = writeRewrite(order([text], { way }), request('calm mornings', 'bold'))
    expect(written.trim()).toBe(written)
    expect(written).not.toMatch(/[{}|]|undefined/)
    if (text !== 'one') expect(written).not.toBe(text)
    if (text.startsWith('3. ')) expect(written).toMatch(/^3\. /)
    if (way === 'shorter' && text !== 'one') expect(written.split(' ').length).toBeLessThan(text.split(' ').length)
  })
})

test('every rewrite changes the text, and gives the same result again', () => {
  for (const text of TEXTS.slice(0, 4)) {
    const write = (way: string) => writeRewrite(order([text], { way }), request('calm mornings', 'bold'))[0]
    const ways = ['again', 'shorter', 'punchier', 'tone'].map(write)
    expect(new Set(ways).size).toBe(4)
    expect(['again', 'shorter', 'punchier', 'tone'].map(write)).toEqual(ways)
  }
})

test('simpler texts have plainer words and shorter sentences', () => {
  expect(writeRewrite(order(['2. utilize a timer, and purchase numerous candles'], { way: 'simpler' }), request(''))).toEqual([
    '2. use a timer. buy many candles',
  ])
  expect(writeRewrite(order(['open the window'], { way: 'simpler' }), request(''))).toEqual(['just open the window'])
})

test('corrects spelling and nothing else', () => {
  expect(writeRewrite(order(['1. You dont  recieve teh mail .', 'fine as it is'], { way: 'spelling' }), request(''))).toEqual([
    "1. You don't receive the mail.",
    'fine as it is',
  ])
})

test.each(['Spanish', 'deutsch', 'Japanese', 'Russian'])('translates texts to %s', (language) => {
  const texts = [
    'утро без спешки',
    '2. open a window',
    'without a place in the day there is no reading, and that is really just how it is.',
  ]
  const write = () => writeRewrite(order(texts, { way: 'translate', language }), request('calm mornings'))
  const written = write()
  expect(new Set(written).size).toBe(3)
  expect(written[1]).toMatch(/^2\. /)
  const known = phrasesNamed(language)?.points.flatMap(({ title, description }) => [title, description])
  for (const text of written) expect(known).toContain(text.replace(/^2\. /, ''))
  expect(write()).toEqual(written)
})

test('English texts are about the topic', () => {
  const [written = ''] = writeRewrite(order(['утро без спешки'], { way: 'translate', language: 'English' }), request('calm mornings'))
  expect(written).toMatch(/^[a-z]/)
})

test('a language without texts names itself', () => {
  expect(writeRewrite(order(['open a window'], { way: 'translate', language: 'Welsh' }), request(''))).toEqual(['open a window (welsh)'])
})

test.each(['calm mornings', 'утренние привычки', ''])('writes five different hooks about %j', (topic) => {
  const hooks = writeRewrite(order(['the old hook'], { way: 'alternatives', wanted: 5 }), request(topic))
  expect(new Set(hooks).size).toBe(5)
  expect(hooks).not.toContain('the old hook')
})

test('a new text repeats no other one', () => {
  let text = '1. open the window'
  const seen = [text]
  for (let turn = 0; turn < 6; turn += 1) {
    const [next = ''] = writeRewrite(order([text], { others: seen.map((other) => other.replace(/^\d+\. /, '')) }), request('calm mornings'))
    expect(seen).not.toContain(next)
    seen.push(next)
    text = next
  }
})

test.each(['calm mornings', '', '朝の習慣'])('a custom format gets the requested number of texts per slide: %j', (topic) => {
  const slides = [1, 5, 2, 3, 4].map((texts) => ({ texts, title: '', note: texts === 2 ? 'bold, about candles' : '' }))
  const written = writeCustom(slides, request(topic))
  expect(written.map((slide) => slide.lines.length)).toEqual([1, 5, 2, 3, 4])
  for (const { lines } of written) expect(new Set(lines).size).toBe(lines.length)
  if (topic) expect(written[2]?.lines[0]).toMatch(/^(stop scrolling:|no one says it, so:|read this twice:)/)
})

test.each([
  ['3. buy cheap beans, once', ['Cheap'], '3. buy beans, once'],
  ['cheap, and cheaper', ['cheap'], 'and cheaper'],
  ['2. cheap', ['cheap'], '2. one small thing'],
])('avoids words that a brand never uses: %s', (text, never, written) => {
  expect(writeRewrite(order([text], { way: 'avoid', never }), request('coffee'))).toEqual([written])
})
