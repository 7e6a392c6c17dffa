import { describe, expect, test } from 'vitest'
import { writeCustom } from './custom.ts'
import { KNOWN_TOPICS, knownTopic } from './known-topics.ts'
import type { WriterRequest } from './request.ts'
import { writeSlides } from './writer.ts'
import type { WrittenSlide } from './written-slide.ts'

const TYPES = ['numbered-list', 'directly-personal', 'question-users', 'multi-photo-video'] as const

function write(topic: string, format: string, slides: number, over: Partial<WriterRequest> = {}): WrittenSlide[] {
  return writeSlides({ topic, format, slides, tone: '', company: '', about: '', softSellSlide: null, context: '', seed: '', ...over })
}

const wordCount = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
const withoutNumber = (title: string) => title.replace(/^\d+\. /, '')
const titles = KNOWN_TOPICS.map(({ topic }) => topic)

test('the writer knows at least 24 topics, each by its own name', () => {
  expect(titles.length).toBeGreaterThanOrEqual(24)
  expect(titles.map((title) => knownTopic(title)?.topic)).toEqual(titles)
})

test.each([
  ['5 reasons why your bread is dense', 'why your sourdough is dense'],
  ['mistakes beginners make with sourdough', 'why your sourdough is dense'],
  ['Lisbon in 2 days', 'a weekend in lisbon on a budget'],
  ['a cheap weekend in Lisbon', 'a weekend in lisbon on a budget'],
  ['7 things to ask before getting a dog', 'questions to ask before adopting a dog'],
  ['What to know before you adopt a puppy', 'questions to ask before adopting a dog'],
  ['why cats knead', 'what your cat is trying to tell you'],
  ['7 habits that make mornings easier', 'small habits for calm mornings'],
  ['5 morning habits that changed my life', 'small habits for calm mornings'],
  ['4 ways to keep basil alive', 'how to keep basil alive'],
  ["I can't fall asleep", 'how to sleep better tonight'],
  ['signs of burnout', 'signs you need a break'],
  ['5 things you need for oily skin', 'a skincare routine with three products'],
  ['How do I get my first clients?', 'how to get your first ten customers'],
  ['running for beginners', 'how to start running when you hate it'],
  ['decor ideas for a tiny apartment', 'make a small flat feel bigger'],
])('knows %j', (typed, topic) => {
  expect(knownTopic(typed)?.topic).toBe(topic)
})

test.each([
  'restoring old typewriters',
  '7 hidden cafes in lisbon',
  'reasons to adopt a dog',
  'sourdough pizza recipe',
  'why the sky is blue',
  'best phones of 2026',
  'tea or coffee',
  'weekend',
  'dog food for old dogs',
  'how coffee is grown in ethiopia',
  'the history of money',
  'a morning in tokyo',
  'утренние привычки',
  '🔥',
  '',
])('takes %j for no known topic', (typed) => {
  expect(knownTopic(typed)).toBeNull()
})

describe.each(titles)('%s', (topic) => {
  test('covers are hooks of at most eight words', () => {
    const known = knownTopic(topic)
    for (const hook of [...(known?.hooks ?? []), { text: write(topic, 'numbered-list', 8)[0]?.title ?? '' }])
      expect(wordCount(hook.text), hook.text).toBeLessThanOrEqual(8)
    expect(wordCount(write(topic, 'directly-personal', 6)[0]?.title ?? '')).toBeLessThanOrEqual(9)
  })

  test.each([3, 6, 10, 21])('a list and its slides to the reader are whole with %i slides', (count) => {
    for (const format of ['numbered-list', 'directly-personal'] as const) {
      const slides = write(topic, format, count)
      expect(slides).toHaveLength(count)
      expect(new Set(slides.map(({ title }) => withoutNumber(title))).size).toBe(count)
      for (const { title, description, lines } of slides.slice(1)) {
        expect(wordCount(withoutNumber(title)), title).toBeLessThanOrEqual(8)
        if (format === 'numbered-list') expect(wordCount(description ?? ''), description ?? title).toBeGreaterThanOrEqual(7)
        if (format === 'numbered-list') expect(wordCount(description ?? ''), description ?? title).toBeLessThanOrEqual(28)
        if (format === 'directly-personal') expect([3, 4]).toContain(lines.length)
        for (const line of lines) expect(wordCount(line), line).toBeLessThanOrEqual(18)
      }
    }
  })

  test.each(TYPES)('the texts of "%s" are clean, with an emphasis that is in them and a photo in two or three words', (format) => {
    for (const slide of write(topic, format, format === 'multi-photo-video' ? 1 : format === 'question-users' ? 2 : 10)) {
      const shown = [slide.title, slide.description ?? '', ...slide.lines]
      for (const text of shown) {
        expect(text).not.toMatch(/[*|{}#]|undefined|https?:|\s{2}/)
        expect(text).toBe(text.trim())
        expect(text.replaceAll(/\p{Extended_Pictographic}/gu, '')).not.toMatch(/\p{Lu}/u)
      }
      expect(shown.join('\n')).toContain(slide.emphasis)
      expect([2, 3]).toContain(wordCount(slide.photo))
    }
  })

  test('a question has at most twelve words, a quote 8 to 20', () => {
    const [question, answer] = write(topic, 'question-users', 2)
    expect(question?.title).toMatch(/\?$/)
    expect(wordCount(question?.title ?? '')).toBeLessThanOrEqual(12)
    expect(answer?.description?.length).toBeGreaterThan(10)
    const [quote] = write(topic, 'multi-photo-video', 1)
    expect(wordCount(quote?.lines[0] ?? '')).toBeGreaterThanOrEqual(8)
    expect(wordCount(quote?.lines[0] ?? '')).toBeLessThanOrEqual(20)
    expect(quote?.lines[0]).toContain(quote?.emphasis)
  })

  test('custom slides get texts of the topic', () => {
    const slides = writeCustom(
      [1, 3, 2, 5].map((texts) => ({ texts, title: '', note: '' })),
      { topic, format: 'custom', slides: 4, tone: '', company: '', about: '', softSellSlide: null, context: '', seed: '' },
    )
    expect(slides.map(({ lines }) => lines.length)).toEqual([1, 3, 2, 5])
    const lines = slides.flatMap((slide) => slide.lines)
    expect(new Set(lines).size).toBe(lines.length)
  })
})

test('no text is in two topics', () => {
  const texts = KNOWN_TOPICS.flatMap(({ hooks, points, personal, quote }) => [
    ...hooks.map(({ text }) => text),
    ...points.map(({ description }) => description),
    ...personal.slides.flatMap(({ lines }) => lines.filter((line) => wordCount(line) > 5)),
    quote.text,
  ])
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('a topic that the writer does not know is called by its name and asked about, nothing is claimed', () => {
  for (const topic of ['restoring old typewriters', 'why the sky is blue', '7 hidden cafes in lisbon', 'our summer sale']) {
    const [cover, ...points] = write(topic, 'numbered-list', 9)
    expect(cover?.title).toContain(topic.replace(/^7 /, ''))
    expect(cover?.title).toContain(cover?.emphasis)
    for (const { title } of points) expect(title).toMatch(/\?$/)
    expect(write(topic, 'question-users', 2)[0]?.title).toMatch(/\?$/)
  }
})
