import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitCoverTitle } from '../content-types/boxes.ts'
import { ideaCategory } from './idea-category.ts'
import { applyTextRules, cleanGenerated, cutText } from './rules.ts'
import { autoSlideCount, firstNumber } from './slide-count.ts'

const anyText = fc.string({ unit: 'binary' })

describe('text rules', () => {
  test.each([
    ['5 Habits That CHANGED Me', '5 habits that changed me'],
    ["U're doing great", 'ur doing great'],
    ['u’re late', 'ur late'],
    ["you're late", "you're late"],
    ["i left 'cause it rained", 'i left bc it rained'],
    ['‘Cause why not', 'bc why not'],
    ['’cause', 'bc'],
    ["the 'cause' of it", "the 'cause' of it"],
    ['because', 'because'],
    ["menu're", "menu're"],
    ['ЗДРАВСТВУЙ Ἀθήνα', 'здравствуй ἀθήνα'],
    ['İyi SABAHLAR: IŞIK ve ığdır', 'iyi sabahlar: ışık ve ığdır'],
    ['朝の習慣 Ა 5 habits', '朝の習慣 ა 5 habits'],
  ])('turn %j into %j', (input, expected) => {
    expect(applyTextRules(input)).toBe(expected)
  })

  test('are idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom("u're", "'Cause", 'U’RE ’cause')), (text) => {
        const once = applyTextRules(text)
        expect(applyTextRules(once)).toBe(once)
      }),
    )
  })
})

describe('cleaning of generated text', () => {
  test.each([
    ['<b>bold</b> <script>alert(1)</script>move', 'bold alert(1)move'],
    ['<<b>b>twice', 'twice'],
    ['i <3 this, 2 < 3', 'i <3 this, 2 < 3'],
    ['**strong** and `code`', 'strong and code'],
    ['see https://example.com/x?y now', 'see now'],
    ['a\u0000b\u202ec\td\r\ne\n\n\nf', 'abc d\ne\nf'],
    ['lone \ud83d end', 'lone end'],
    ['family 👨‍👩‍👧 stays', 'family 👨‍👩‍👧 stays'],
  ])('turns %j into %j', (input, expected) => {
    expect(cleanGenerated(input)).toBe(expected)
  })

  test('returns well-formed text without control characters for any input', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanGenerated(text)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
        expect(cleanGenerated(clean)).toBe(clean)
      }),
    )
  })

  test('cuts at words, never inside a character, and never over the limit', () => {
    expect(cutText('one two three four', 14)).toBe('one two three…')
    expect(cutText('one two three four', 13)).toBe('one two thre…')
    expect(cutText('short', 10)).toBe('short')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const cut = cutText(text, limit)
        expect(cut.length).toBeLessThanOrEqual(limit)
        expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('automatic slide count', () => {
  test.each([
    ['5 morning habits', 6],
    ['habits', 5],
    ['', 5],
    ['7 habits of 3 people', 8],
    ['the 1 thing', 2],
    ['0 waste', 5],
    ['in 2026', 10],
    ['9 signs', 10],
    ['10 signs', 11],
    ['20 signs', 21],
    ['21 signs', 10],
    ['٦ عادات', 7],
    ['６つの習慣', 7],
    ['𝟕 habits', 8],
    ['𝟽 habits', 8],
    ['७ आदतें', 8],
  ])('of %j is %i', (topic, count) => {
    expect(autoSlideCount(topic)).toBe(count)
  })

  test('reads the first number of a text', () => {
    expect(firstNumber('at 6:30, 2 cups')).toBe(6)
    expect(firstNumber('no number')).toBeNull()
    fc.assert(
      fc.property(fc.nat(99999), (number) => {
        expect(firstNumber(`about ${number} things`)).toBe(number)
      }),
    )
  })
})

describe('cover title', () => {
  test.each([
    ['5 habits (save this)', '5 habits', '(save this)'],
    ['5 habits', '5 habits', null],
    ['(pov) you woke up', '(pov) you woke up', null],
    ['(all of it)', '(all of it)', null],
    ['never closed (like this', 'never closed', '(like this)'],
    ['a (b) c', 'a c', '(b)'],
    ['a (b)!', 'a!', '(b)'],
    ['empty ()', 'empty ()', null],
    ['朝の習慣（保存版）', '朝の習慣', '(保存版)'],
  ])('splits %j', (title, main, aside) => {
    expect(splitCoverTitle(title)).toEqual({ main, aside })
  })
})

describe('category of an idea', () => {
  test.each([
    ['5 signs you need rest', 'traits'],
    ['traits of calm people', 'traits'],
    ['signs and reasons', 'traits'],
    ['one reason to start', 'reasons'],
    ['Why mornings matter', 'reasons'],
    ['because it works', 'reasons'],
    ['3 quick designs', 'tips'],
    ['a reasonable plan', 'tips'],
    ['', 'tips'],
  ])('of %j is %s', (text, category) => {
    expect(ideaCategory(text)).toBe(category)
  })
})
