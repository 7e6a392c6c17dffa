import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setText } from './edit-boxes.ts'
import { emphasise, withText } from './emphasis.ts'
import type { EmphasisLook } from './emphasis.ts'
import { EMPHASES_MAX } from './limits.ts'
import { emphasisSchema, slideSchema, textBoxSchema } from './model.ts'
import type { Emphasis } from './model.ts'

const YELLOW: EmphasisLook = { color: '#ffdd00' }
const PINK: EmphasisLook = { highlight: '#ff2d78' }
const TEXT = 'why your sourdough is dense'

const range = (words: string, text = TEXT) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
const wordsOf = ({ text, emphasis = [] }: { text: string; emphasis?: Emphasis[] | undefined }) =>
  emphasis.map(({ start, end }) => text.slice(start, end))

describe('emphasise', () => {
  test('gives words a look, and joins neighbours of the same look', () => {
    const one = emphasise({ text: TEXT }, range('is'), YELLOW) ?? []
    const two = emphasise({ text: TEXT, emphasis: one }, range('dense'), YELLOW) ?? []
    expect(two).toEqual([{ ...range('is dense'), ...YELLOW }])
    const other = emphasise({ text: TEXT, emphasis: one }, range('dense'), PINK)
    expect(other).toEqual([
      { ...range('is'), ...YELLOW },
      { ...range('dense'), ...PINK },
    ])
  })

  test('takes a word out of the middle of emphasised ones, without the spaces around it', () => {
    const all = emphasise({ text: TEXT }, range('your sourdough is'), YELLOW) ?? []
    expect(wordsOf({ text: TEXT, emphasis: emphasise({ text: TEXT, emphasis: all }, range('sourdough'), null) ?? [] })).toEqual([
      'your',
      'is',
    ])
    expect(emphasise({ text: TEXT, emphasis: all }, range('your sourdough is'), null)).toBeNull()
  })

  test('keeps what a full box has', () => {
    const text = 'a b '.repeat(EMPHASES_MAX)
    const full = Array.from({ length: EMPHASES_MAX }, (_, index): Emphasis => ({ start: index * 4, end: index * 4 + 1, ...YELLOW }))
    expect(emphasise({ text, emphasis: full }, { start: 2, end: 3 }, PINK)).toBe(full)
  })

  test('always makes what a text box takes', () => {
    const text = 'one two three four five six seven'
    const spot = fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 12 }), fc.constantFrom(YELLOW, PINK, null))
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 12 }), (steps) => {
        let emphasis: Emphasis[] | null = null
        for (const [start, length, look] of steps) {
          const end = Math.min(text.length, start + length)
          emphasis = emphasise({ text, ...(emphasis && { emphasis }) }, { start, end }, look)
          const parsed = textBoxSchema.safeParse({ id: 'a', text, ...(emphasis && { emphasis }) })
          expect(parsed.error).toBeUndefined()
        }
      }),
    )
  })
})

describe('a changed text', () => {
  const box = textBoxSchema.parse({ id: 'a', text: TEXT, emphasis: [{ ...range('dense'), ...YELLOW }] })

  test.each([
    ['so this is why your sourdough is dense', ['dense']],
    ['why your sourdough is dense, and what helps', ['dense']],
    ['dense bread? why', ['dense']],
    ['why your sourdough is flat', []],
  ])('keeps the emphasis of words that stay: %s', (text, words) => {
    expect(wordsOf(withText(box, text))).toEqual(words)
    expect(textBoxSchema.parse(withText(box, text))).toEqual(withText(box, text))
  })

  test('has it in the editor, too', () => {
    const slide = slideSchema.parse({ id: 'slide', textBoxes: [box] })
    const [changed] = setText(slide, 'a', `so ${TEXT}`).textBoxes
    expect(changed && wordsOf(changed)).toEqual(['dense'])
  })

  test('is always one that a text box takes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ab', 'ä'), minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(text, text, fc.nat(29), fc.integer({ min: 1, max: 9 }), (before, after, at, length) => {
        const start = Math.min(at, before.length - 1)
        const emphasis = [{ start, end: Math.min(before.length, start + length), ...YELLOW }]
        const next = withText({ id: 'a', text: before, emphasis }, after)
        expect(textBoxSchema.safeParse(next).error).toBeUndefined()
        for (const { end } of next.emphasis ?? []) expect(end).toBeLessThanOrEqual(after.length)
      }),
    )
  })
})

test('an emphasis without words, or over another, is refused', () => {
  expect(emphasisSchema.safeParse({ start: 3, end: 3 }).success).toBe(false)
  const overlapping = [
    { start: 0, end: 5 },
    { start: 4, end: 8 },
  ]
  expect(textBoxSchema.safeParse({ id: 'a', text: TEXT, emphasis: overlapping }).success).toBe(false)
})
