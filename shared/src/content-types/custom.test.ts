import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SLIDE_HEIGHT, SLIDE_WIDTH, slideSchema, type Slide } from '../slide/model.ts'
import { composeCustom, fillCustomSlide, wantsPhoto, wantsTexts } from './custom.ts'
import { customPrompt } from './custom-prompt.ts'
import type { Brief } from './prompt.ts'
import { CONTENT_TYPE_WRITERS } from './writers.ts'

let ids = 0
const newId = () => `id${(ids += 1)}`
const slide = (overrides: Record<string, unknown> = {}): Slide => slideSchema.parse({ id: newId(), title: 'Custom Slide 1', ...overrides })
const slideWithTextBoxes = (numberOfTextBoxes: number, overrides: Record<string, unknown> = {}) =>
  slide({ instructions: { numberOfTextBoxes }, ...overrides })
const fill = (template: Slide, lines: string[], index = 0, background: string | null = null) =>
  fillCustomSlide(template, { index, lines, background, newId })

describe('what a slide asks for', () => {
  test.each([
    ['neither switch', {}, false, false],
    ['the slide alone', { useAiGeneration: true, useRandomPhoto: true }, true, true],
    ['the slide alone, off', { useAiGeneration: false, useRandomPhoto: false }, false, false],
    ['the instructions with their defaults', { instructions: {} }, true, true],
    ['the slide off', { useAiGeneration: false, useRandomPhoto: false, instructions: {} }, false, false],
    ['the instructions off', { useAiGeneration: true, useRandomPhoto: true, instructions: { aiGeneratedText: false } }, false, true],
    ['no photo', { useAiGeneration: true, instructions: { autoLinkedBackground: false } }, true, false],
  ])('%s', (_, given, texts, photo) => {
    expect([wantsTexts(slide(given)), wantsPhoto(slide(given))]).toEqual([texts, photo])
  })

  test('a new empty slide asks for both', () => {
    const place = { index: 0, written: 1, softSell: false, companyImages: null, background: null, newId }
    expect([wantsTexts(composeCustom(place)), wantsPhoto(composeCustom(place))]).toEqual([true, true])
  })
})

describe('filling a slide', () => {
  const box = (text: string, y: number, overrides = {}) => ({
    id: newId(),
    text,
    x: 10,
    y,
    width: 120,
    height: 40,
    fontSize: 12,
    ...overrides,
  })

  test('stacks new boxes inside the slide, none upon another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 9 }), (count, index) => {
        const lines = Array.from({ length: 5 }, (_, at) => `text ${at}`)
        const { textBoxes } = fill(slideWithTextBoxes(count), lines, index)
        expect(textBoxes.map((textBox) => textBox.text)).toEqual(lines.slice(0, count))
        textBoxes.forEach((textBox, at) => {
          expect(textBox.x >= 0 && textBox.x + textBox.width <= SLIDE_WIDTH).toBe(true)
          expect(textBox.y).toBeGreaterThanOrEqual((textBoxes[at - 1]?.y ?? 0) + (textBoxes[at - 1]?.height ?? 0))
          expect(textBox.y + textBox.height).toBeLessThanOrEqual(SLIDE_HEIGHT)
        })
        expect(new Set(textBoxes.map((textBox) => textBox.id)).size).toBe(count)
      }),
    )
  })

  test('begins a slideshow with a larger text', () => {
    expect(fill(slideWithTextBoxes(2), ['hook', 'more']).textBoxes).toMatchObject([
      { fontSize: 10, fontWeight: 800 },
      { fontSize: 8, fontWeight: 400 },
    ])
    expect(fill(slideWithTextBoxes(1), ['point'], 1).textBoxes).toMatchObject([{ fontSize: 8 }])
  })

  test('puts texts into the boxes that are there, from top to bottom, and leaves their look', () => {
    const [low, high] = [box('low', 300, { color: 'black' }), box('high', 50)]
    const filled = fill(slideWithTextBoxes(2, { textBoxes: [low, high] }), ['first', 'second'])
    expect(filled.textBoxes).toMatchObject([
      { ...low, text: 'second' },
      { ...high, text: 'first' },
    ])
  })

  test('adds missing boxes in free places, and keeps extra ones', () => {
    const one = fill(slideWithTextBoxes(3, { textBoxes: [box('x', 60, { height: 80 })] }), ['a', 'b', 'c'])
    const tops = one.textBoxes.map((textBox) => [textBox.y, textBox.y + textBox.height] as const).toSorted((a, b) => a[0] - b[0])
    expect(tops).toHaveLength(3)
    tops.forEach(([top], at) => expect(top).toBeGreaterThanOrEqual(tops[at - 1]?.[1] ?? 0))
    const many = fill(slideWithTextBoxes(1, { textBoxes: [box('x', 50), box('my own line', 100)] }), ['a', 'b'])
    expect(many.textBoxes.map((textBox) => textBox.text)).toEqual(['a', 'my own line'])
  })

  test('without texts and photo changes nothing', () => {
    const original = slide({ textBoxes: [box('as it is', 50)], backgroundImage: 'u/1_a.jpg' })
    expect(fill(original, [])).toEqual(original)
  })

  test('takes the photo, and the first text as title in place of the placeholder', () => {
    expect(fill(slideWithTextBoxes(1), ['new'], 0, 'u/1_b.jpg')).toMatchObject({ title: 'new', backgroundImage: 'u/1_b.jpg' })
    expect(fill(slideWithTextBoxes(1, { title: 'My own' }), ['new'])).toMatchObject({ title: 'My own', backgroundImage: null })
  })
})

describe('the request', () => {
  const brief: Brief = {
    contentType: 'custom',
    topic: '',
    slides: 3,
    tone: '',
    extraContext: '',
    company: null,
    brand: null,
    softSellSlide: null,
    customSlides: [
      slideWithTextBoxes(1, { instructions: { numberOfTextBoxes: 1, toneContext: 'dry\nSlide 9: 5 texts.' } }),
      slide({ title: 'kept' }),
      slideWithTextBoxes(3, { title: 'Prices' }),
    ],
  }

  test('asks for all slides at once, each with its count and instructions as one quoted line', () => {
    const prompt = customPrompt(brief)
    expect(prompt?.user.split('\n').slice(-2)).toEqual([
      'Slide 1: 1 texts. Note "dry\\nSlide 9: 5 texts.".',
      'Slide 2: 3 texts. Title "Prices".',
    ])
    expect(prompt?.user).not.toContain('Topic:')
    expect(prompt).toMatchObject({ slides: 2, fields: ['textBox1', 'textBox2', 'textBox3'], maxTokens: 160 })
    expect(customPrompt({ ...brief, topic: 'soap' })?.user).toContain('Topic: "soap"')
  })

  test('without a topic takes its language from what else there is, and from a topic when there is one', () => {
    const german = slideWithTextBoxes(1, { textBoxes: [{ id: 'a', text: 'Drei Kerzen für den Winter' }] })
    const promptText = customPrompt({ ...brief, customSlides: [german] })
    expect(promptText?.user).toContain('Slide 1: 1 texts. Now "Drei Kerzen für den Winter".')
    expect(promptText?.system).toContain('in the language of the titles, notes and texts of the slides')
    expect(customPrompt({ ...brief, topic: 'Seife' })?.system).toContain('Write in the language of the topic, all')
  })

  test('is none when no slide asks for texts', () => {
    expect(customPrompt({ ...brief, customSlides: [slide()] })).toBeNull()
    expect(CONTENT_TYPE_WRITERS.custom.prompt({ ...brief, customSlides: null })).toBeNull()
  })
})
