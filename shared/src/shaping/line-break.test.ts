import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClassifier } from './graphemes.ts'
import { breakBalanced, breakLines, widestPiece } from './line-break.ts'
import { createTables } from './tables.ts'

const classifier = createClassifier(
  {
    version: '0123456789ab',
    fonts: [{ key: 'all', file: 'all.ttf', primary: true, weights: null, coverage: [0x20, 0xffff], line: [1, 0.3] }],
    tables: { scripts: '', sc: '', tc: '', jp: '', kr: '', faces: '', han: '', thai: '', lao: '', burmese: '', khmer: '' },
    emoji: '1f525',
  },
  createTables(),
)
const split = (text: string) => classifier.split(text, null)

/** Each grapheme as wide as one unit. */
function linesOf(text: string, width: number, how = breakLines): string[] {
  const list = split(text)
  return how(list, width, (start, end) => end - start).map(({ start, end }) =>
    list
      .slice(start, end)
      .map((grapheme) => grapheme.text)
      .join(''),
  )
}

describe('lines break', () => {
  test.each([
    ['', 10, ['']],
    ['one', 10, ['one']],
    ['one two three', 7, ['one two', 'three']],
    ['one   two', 3, ['one', 'two']],
    ['  one two  ', 7, ['one two']],
    ['well-known fact', 8, ['well-', 'known', 'fact']],
    ['a - b', 3, ['a -', 'b']],
    ['from -5 to', 7, ['from -5', 'to']],
    ['and/or', 4, ['and/', 'or']],
    ['no\u00a0break here', 6, ['no\u00a0bre', 'ak', 'here']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['to abcdefghij', 4, ['to', 'abcd', 'efgh', 'ij']],
    ['abcdef to', 4, ['abcd', 'ef', 'to']],
    ['漢字かな混じり文。', 4, ['漢字かな', '混じり', '文。']],
    ['「引用」です', 2, ['「引', '用」', 'です']],
    ['🔥🔥🔥', 2, ['🔥🔥', '🔥']],
    ['wow🔥 ok', 5, ['wow🔥', 'ok']],
    ['zero\u200bwidth', 6, ['zero\u200b', 'width']],
    ['really?! yes', 8, ['really?!', 'yes']],
    ['soft\u00adhyphen', 6, ['soft\u00ad', 'hyphen']],
    ['ちょっと待って、ーと', 3, ['ちょっ', 'と待っ', 'て、ー', 'と']],
    ['１２３％増', 3, ['１２', '３％増']],
    ['价格（优惠）是', 4, ['价格（优', '惠）是']],
    ['价格（优', 3, ['价格', '（优']],
    ['한국어 줄바꿈 규칙', 6, ['한국어', '줄바꿈 규칙']],
    ['가나다라마바사아', 3, ['가나다', '라마바', '사아']],
  ])('%j at %i into %j', (text, width, lines) => {
    expect(linesOf(text, width)).toEqual(lines)
  })

  test('says which word had to be cut', () => {
    const list = split('to abcdefgh on')
    expect(breakLines(list, 4, (start, end) => end - start).map((line) => line.split)).toEqual([false, true, false, false])
  })
})

test('a long word of hangul is cut at a syllable, which is no harm', () => {
  const list = split('가나다라마바사아')
  expect(breakLines(list, 3, (start, end) => end - start).some((line) => line.split)).toBe(false)
  expect(widestPiece(list, (start, end) => end - start)).toBe(1)
})

test('the widest piece is the longest word', () => {
  const widest = (text: string): number => widestPiece(split(text), (start, end) => end - start)
  expect([widest('one three five'), widest(''), widest('漢字か「な'), widest('well-known'), widest('ab\u00adcdef')]).toEqual([
    5, 0, 2, 5, 4,
  ])
})

test('no character is lost or moved, and only a single one may be wider than the line', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' ', '.', '漢', '🔥', '\u00a0', '「', '」'), maxLength: 60 })
  fc.assert(
    fc.property(letters, fc.double({ min: 0.5, max: 20, noNaN: true }), (text, width) => {
      const lines = linesOf(text, width)
      const bare = (value: string): string => value.replaceAll(' ', '')
      expect(bare(lines.join(''))).toBe(bare(text))
      for (const line of lines) expect([...line].length <= Math.max(1, width)).toBe(true)
    }),
  )
})

test('a wider line never needs more lines', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 }), { maxLength: 20 })
  fc.assert(
    fc.property(words, fc.integer({ min: 6, max: 30 }), (list, width) => {
      const text = list.join(' ')
      expect(linesOf(text, width + 1).length).toBeLessThanOrEqual(linesOf(text, width).length)
    }),
  )
})

describe('short paragraphs are evened out', () => {
  test.each([
    ['wake up at 6am every single day', 27, ['wake up at 6am', 'every single day']],
    ['one two three four five', 18, ['one two three', 'four five']],
    ['a lone', 20, ['a lone']],
    ['nothing to do here now', 12, ['nothing to', 'do here now']],
    ['incomprehensibilities a', 21, ['incomprehensibilities', 'a']],
  ])('%j at %i into %j', (text, width, lines) => {
    expect(linesOf(text, width, breakBalanced)).toEqual(lines)
  })

  test('with as many lines as before, none wider', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 }), { maxLength: 20 })
    fc.assert(
      fc.property(words, fc.integer({ min: 6, max: 40 }), (list, width) => {
        const text = list.join(' ')
        const [plain, balanced] = [linesOf(text, width), linesOf(text, width, breakBalanced)]
        expect(balanced).toHaveLength(plain.length)
        expect(balanced.join(' ')).toBe(plain.join(' '))
        expect(Math.max(0, ...balanced.map((line) => line.length))).toBeLessThanOrEqual(Math.max(0, ...plain.map((line) => line.length)))
      }),
    )
  })
})
