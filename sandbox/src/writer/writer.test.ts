import { describe, expect, test } from 'vitest'
import type { WriterRequest } from './request.ts'
import { writePostIdeas, writeSlides } from './writer.ts'

function send(topic: string, over: Partial<WriterRequest> = {}): WriterRequest {
  return {
    topic,
    format: 'numbered-list',
    slides: 6,
    tone: '',
    company: '',
    about: '',
    softSellSlide: null,
    context: '',
    seed: '',
    ...over,
  }
}

const TOPICS = [
  '5 morning habits that changed my life',
  'signs you need a break',
  'mistakes beginners make with sourdough',
  '7 hidden cafes in lisbon',
  'why you should walk every day',
  'why cats knead',
  'is tea better than coffee?',
  'how to style a small balcony',
  'things i wish i knew before moving abroad',
  '5 things you need for oily skin',
  'restoring old typewriters',
  'calm',
  '🔥',
  'утренние привычки',
  'πρωινές συνήθειες',
  'عادات الصباح',
  'הרגלי בוקר',
  '朝の習慣',
  '早晨的习惯',
  '아침 습관',
  'सुबह की आदतें',
  'warum dein brot nicht aufgeht',
  'recetas sin horno para el verano',
  'comment dormir plus sans stress',
  'como poupar sem perder o dia',
  'come iniziare a correre senza stress',
  'x'.repeat(2000),
]

describe.each(['numbered-list', 'directly-personal', 'question-users', 'multi-photo-video'])('format %s', (format) => {
  test.each(TOPICS)('%s', (topic) => {
    const wanted = format === 'question-users' ? 2 : format === 'multi-photo-video' ? 1 : 10
    const slides = writeSlides(send(topic, { format, slides: wanted }))
    expect(slides).toHaveLength(wanted)
    const texts = slides.flatMap((slide) => [slide.title, slide.description ?? '', ...slide.lines]).filter(Boolean)
    for (const text of texts) {
      expect(text).not.toMatch(/[{}|]|undefined|null/)
      expect(text.trim()).toBe(text)
    }
    const bodies = slides.slice(1).map((slide) => slide.title.replace(/^\d+\. /, ''))
    expect(new Set(bodies).size).toBe(bodies.length)
    if (format === 'directly-personal') for (const slide of slides.slice(1)) expect([3, 4]).toContain(slide.lines.length)
    const emoji = texts.join(' ').match(/\p{Extended_Pictographic}/gu)?.length ?? 0
    if (topic !== '🔥') expect(emoji).toBeGreaterThanOrEqual(1)
    if (topic !== '🔥') expect(emoji).toBeLessThanOrEqual(3)
  })
})

describe('a numbered list', () => {
  test('numbers its points and corrects the number of the cover', () => {
    const [cover, ...points] = writeSlides(send('10 things about old typewriters', { slides: 5 }))
    expect(cover?.title).toMatch(/^things about old typewriters: .*\b4\b/)
    expect(writeSlides(send('10 morning habits', { slides: 5 }))[0]?.title).toMatch(/^4 small habits/)
    expect(points.map((point) => point.title.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.'])
    for (const point of points) expect(point.description?.length).toBeGreaterThan(15)
  })

  test('mentions the company once, where requested', () => {
    const slides = writeSlides(send('calm evenings', { company: 'Glow', about: 'Candles poured in Porto. We love wax.', softSellSlide: 4 }))
    const mentioned = slides.map((slide) => /glow/i.test(`${slide.title} ${slide.description}`))
    expect(mentioned).toEqual([false, false, false, true, false, false])
    expect(slides[3]?.description).toContain('candles poured in porto.')
  })

  test('uses the requested tone', () => {
    expect(writeSlides(send('calm evenings', { tone: 'bold' }))[0]?.title).toMatch(
      /^(stop scrolling:|no one says it, so:|read this twice:)/,
    )
  })

  test('varies by topic and seed, never by call', () => {
    const text = (request: WriterRequest) => JSON.stringify(writeSlides(request))
    expect(text(send('calm evenings'))).toBe(text(send('calm evenings')))
    expect(text(send('calm evenings', { seed: '2' }))).not.toBe(text(send('calm evenings')))
    const all = TOPICS.map((topic) => text(send(topic)))
    expect(new Set(all).size).toBe(TOPICS.length)
  })

  test('uses the script of its topic', () => {
    for (const [topic, script] of [
      ['утренние привычки', /^[\p{Script=Cyrillic}\P{L}]*$/u],
      ['عادات الصباح', /^[\p{Script=Arabic}\P{L}]*$/u],
      ['早晨的习惯', /^[\p{Script=Han}\P{L}]*$/u],
    ] as const) {
      for (const slide of writeSlides(send(topic))) expect(`${slide.title}${slide.description ?? ''}`).toMatch(script)
    }
  })
})

test.each([
  ['warum dein brot nicht aufgeht', 'was'],
  ['recetas fáciles para estudiantes', '¿qué'],
  ['comment dormir plus sans stress', 'que'],
])('asks about %j in its language', (topic, word) => {
  const [, ...points] = writeSlides(send(topic, { slides: 10 }))
  expect(points.some(({ title }) => title.replace(/^\d\. /, '').startsWith(word))).toBe(true)
  for (const { title, description } of points) expect(`${title} ${description}`).not.toMatch(/\b(?:the|what|you)\b/)
})

test.each([
  'a weekend in los angeles',
  'los angeles weekend',
  'el paso food guide',
  'why mit students die for coffee',
  'crème brûlée at home',
  'calm',
])('asks about %j in English', (topic) => {
  const text = writeSlides(send(topic)).map(({ title, description }) => `${title} ${description}`)
  expect(text.slice(1).join(' ')).toMatch(/\b(?:the|what|you)\b/)
})

test('writes 25 different ideas, 3 or 4 of them numbered', () => {
  for (const topic of TOPICS.slice(0, 12)) {
    const ideas = writePostIdeas(send(topic), 25)
    expect(new Set(ideas.map((idea) => idea.title)).size).toBe(25)
    expect([3, 4]).toContain(ideas.filter((idea) => /^\d/.test(idea.title)).length)
  }
})
