import { beforeAll, describe, expect, test } from 'vitest'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from './shaper.ts'

let shaper: Shaper

beforeAll(async () => {
  shaper = await testShaper()
})

function shape(text: string, weight = 400, letterSpacing = 0) {
  const [paragraph] = shaper.paragraphs(text, null)
  if (!paragraph) throw new Error('There is no paragraph')
  return shaper.shapeLine(paragraph, { start: 0, end: paragraph.graphemes.length }, { weight, letterSpacing })
}

describe('what a slide needs', () => {
  test.each([
    ['plain words, “quotes” – 50%', { fonts: [], emoji: [] }],
    ['zażółć', { fonts: ['latin-ext'], emoji: [] }],
    ['Việt', { fonts: ['vietnamese'], emoji: [] }],
    ['Ελλάδα', { fonts: ['greek'], emoji: [] }],
    ['Жить', { fonts: ['cyrillic'], emoji: [] }],
    ['שלום', { fonts: ['hebrew'], emoji: [] }],
    ['مرحبا', { fonts: ['arabic'], emoji: [] }],
    ['नमस्ते', { fonts: ['devanagari'], emoji: [] }],
    ['สวัสดี', { fonts: ['thai'], emoji: [] }],
    ['✓ →', { fonts: ['symbols', 'math'], emoji: [] }],
    ['🔥 👨‍👩‍👧‍👦 ❤️', { fonts: [], emoji: ['1f525', '1f468-200d-1f469-200d-1f467-200d-1f466', '2764'] }],
    ['© ™ 1 #', { fonts: [], emoji: [] }],
    ['©️', { fonts: [], emoji: ['a9'] }],
    ['e\u0301', { fonts: [], emoji: [] }],
    ['ﬁ', { fonts: [], emoji: [] }],
  ])('%s', async (text, needed) => {
    const fresh = await testShaper()
    const bidi = /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(text)
    const tables = /\p{Script=Thai}/u.test(text) ? ['thai'] : []
    expect(fresh.neededAssets([slideOf([text])])).toEqual({ bidi, tables, uploads: [], ...needed })
  })

  test('is nothing once it is loaded', async () => {
    const slides = [slideOf(['Жить 🔥'])]
    const before = shaper.revision()
    await loadFor(shaper, slides)
    expect(shaper.neededAssets(slides)).toEqual({ fonts: [], emoji: [], tables: [], uploads: [], bidi: false })
    expect(shaper.revision()).toBe(before + 2)
  })
})

describe('shaping', () => {
  test('spaces letters, but not those that are joined, nor the parts of one', () => {
    expect(shape('abc', 400, 0.5).width).toBeCloseTo(shape('abc').width + 1.5, 10)
    expect(shape('e\u0301', 400, 0.5).width).toBeCloseTo(shape('é').width + 0.5, 10)
    expect(shape('بب', 400, 0.5)).toEqual(shape('بب'))
    expect(shape('a🔥', 400, 0.5).width).toBeCloseTo(shape('a🔥').width + 1, 10)
  })

  test('pairs of letters are kerned', () => {
    const apart = shape('A').width + shape('V').width
    expect(shape('AV').width).toBeLessThan(apart - 0.01)
  })

  test('the weight changes outlines and widths', () => {
    const [light, black] = [shape('habit', 300), shape('habit', 900)]
    expect(black.width).toBeGreaterThan(light.width * 1.05)
    expect(black.figures[0]?.outline).not.toEqual(light.figures[0]?.outline)
  })

  test('text from right to left is in visual order', async () => {
    await loadFor(shaper, [slideOf(['אב'])])
    const [first, second] = [shape('א'), shape('ב')]
    const both = shape('אב')
    expect(both.figures.map((figure) => figure.outline)).toEqual([second.figures[0]?.outline, first.figures[0]?.outline])
  })

  test('Arabic letters join', async () => {
    await loadFor(shaper, [slideOf(['بب'])])
    expect(shape('بب').width).toBeLessThan(2 * shape('ب').width)
  })

  test('a letter and its accent are one glyph, however they are written', () => {
    expect(shape('e\u0301').figures).toEqual(shape('é').figures)
  })

  test('a character without a glyph is a frame with its code point', async () => {
    await loadFor(shaper, [slideOf(['\ue000'])])
    const { figures, width, complete, lacksGlyph } = shape('\ue000')
    expect(figures).toHaveLength(5)
    expect(width).toBeGreaterThan(0.5)
    expect([complete, lacksGlyph]).toEqual([true, true])
    expect(shape('\u{10ffff}').figures).toHaveLength(7)
    expect(shape('\ue001').figures.slice(1)).not.toEqual(figures.slice(1))
    expect(shape('a').lacksGlyph).toBe(false)
  })

  test('a ligature without a glyph is shown as its letters', () => {
    expect(shape('ﬁ').figures).toEqual(shape('fi').figures)
  })

  test('emoji take their place between the letters', async () => {
    await loadFor(shaper, [slideOf(['a🔥b'])])
    const line = shape('a🔥b')
    expect(line.emoji).toEqual([{ key: '1f525', x: shape('a').width }])
    expect(line.width).toBeCloseTo(shape('a').width + 1.22 + shape('b').width, 10)
  })

  test('a line whose font is not there yet says so and keeps room', async () => {
    const fresh = await testShaper()
    const [paragraph] = fresh.paragraphs('Жить', null)
    const line = paragraph && fresh.shapeLine(paragraph, { start: 0, end: 4 }, { weight: 400, letterSpacing: 0 })
    expect(line).toMatchObject({ complete: false, figures: [] })
    expect(line?.width).toBeGreaterThan(1)
  })

  test('characters that only steer others show nothing', () => {
    expect(shape('a\u200bb\u2060c\ufeff').figures).toHaveLength(3)
  })
})

test('a soft hyphen shows where a line ends with it, and nowhere else', () => {
  const [paragraph] = shaper.paragraphs('ab\u00adcd', null)
  if (!paragraph) throw new Error('There is no paragraph')
  const width = (start: number, end: number): number => shaper.shapeLine(paragraph, { start, end }, { weight: 400, letterSpacing: 0 }).width
  expect(width(0, 5)).toBe(shape('abcd').width)
  expect(width(0, 3)).toBe(shape('ab-').width)
  expect(width(0, 2)).toBe(shape('ab').width)
})

test('text is split into paragraphs at every kind of line end', () => {
  expect(shaper.paragraphs('a\nb\r\nc\rd\u2028e', null)).toHaveLength(5)
})
