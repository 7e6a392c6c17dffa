import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textBoxSchema } from '../slide/model.ts'
import { altTextFromTexts, proposeAltText, refreshAltTexts } from './alt-text.ts'

const slideOf = (...boxes: { text: string; x?: number; y?: number }[]) => ({
  textBoxes: boxes.map((box, index) => textBoxSchema.parse({ id: `box${index}`, ...box })),
})

test('reads texts from top to bottom, and from left to right in a line', () => {
  const slide = slideOf({ text: 'what comes last', y: 300 }, { text: 'right', x: 140, y: 122 }, { text: 'left', x: 10, y: 121 })
  expect(proposeAltText(slide)).toBe('left. right. what comes last.')
})

test('separates boxes with full stops and keeps existing punctuation', () => {
  const slide = slideOf({ text: 'who wakes at 5?', y: 10 }, { text: 'nobody\n  i know', y: 60 }, { text: 'me 🌅', y: 110 })
  expect(proposeAltText(slide)).toBe('who wakes at 5? nobody i know. me 🌅.')
})

test('prefers the alt text of a slide to its texts', () => {
  const slide = { ...slideOf({ text: 'five cafés' }), altText: ' A street with five cafés \n' }
  expect(proposeAltText(slide)).toBe('A street with five cafés')
  expect(proposeAltText({ ...slide, altText: ' ' })).toBe('five cafés.')
  expect(altTextFromTexts(slide)).toBe('five cafés.')
})

test('proposes nothing for a slide without text', () => {
  expect(proposeAltText(slideOf())).toBe('')
  expect(proposeAltText(slideOf({ text: '  \n ' }))).toBe('')
})

test('proposes one line within the limit for any slide', () => {
  const box = fc.record({ text: fc.string({ maxLength: 600, unit: 'binary' }), x: fc.integer({ min: -500, max: 1000 }), y: fc.nat(1000) })
  fc.assert(
    fc.property(fc.array(box, { maxLength: 20 }), (boxes) => {
      const proposed = proposeAltText(slideOf(...boxes))
      expect(proposed.length).toBeLessThanOrEqual(4096)
      expect(proposed).not.toMatch(/[\n\r\t]/)
      expect(proposed).toBe(proposed.trim())
    }),
  )
})

test('updates alt texts of edited, moved and new slides, except those the user wrote', () => {
  const slide = (id: string, text: string) => ({ id, ...slideOf({ text }) })
  const previous = [slide('a', 'fill the kettle'), slide('b', 'boil it'), slide('c', 'pour')]
  const altTexts = ['fill the kettle.', 'A boiling kettle', undefined]
  const current = [slide('b', 'boil it twice'), slide('a', 'rinse the filter'), slide('c', 'pour'), slide('d', 'wait')]
  expect(refreshAltTexts(altTexts, { before: previous, after: current })).toEqual([
    'A boiling kettle',
    'rinse the filter.',
    'pour.',
    'wait.',
  ])
})

test('a refreshed post gets the alt texts of its new slides', () => {
  const previous = [{ id: 'a', ...slideOf({ text: 'pour' }) }]
  const described = [{ id: 'a', ...slideOf({ text: 'pour' }), altText: 'A hand pours water' }]
  expect(refreshAltTexts(['pour.'], { before: previous, after: described })).toEqual(['A hand pours water'])
  expect(refreshAltTexts(['A hand pours water'], { before: described, after: previous })).toEqual(['pour.'])
  expect(refreshAltTexts(['Written in the post'], { before: described, after: previous })).toEqual(['Written in the post'])
})

test('shortens a proposal for platforms with a lower limit, which does not make it the user’s own', () => {
  const slide = (text: string) => ({ id: 'a', ...slideOf({ text }), altText: undefined })
  const [previous, current] = [[slide('tea '.repeat(100))], [slide('rice '.repeat(100))]]
  expect(refreshAltTexts([proposeAltText(slide('tea '.repeat(100)), 50)], { before: previous, after: current, most: 50 })).toEqual([
    'rice '.repeat(10),
  ])
})
