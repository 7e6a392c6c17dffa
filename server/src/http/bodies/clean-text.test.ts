import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test('texts lose only what no database can hold', () => {
  expect(cleanText({ a: ['x\0y', '\ud800', '😀', 1, null, true], b: { c: 'é' } })).toEqual({
    a: ['xy', '\ufffd', '😀', 1, null, true],
    b: { c: 'é' },
  })
})

test('names of fields lose it, too', () => {
  expect(cleanText({ options: { 'a\0b': 1, '\ud800': { c: 2 } } })).toEqual({ options: { ab: 1, '\ufffd': { c: 2 } } })
})

test('everything that is well formed stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 8 }), (value) => {
      fc.pre(!JSON.stringify(value).includes('\\u0000'))
      expect(cleanText(value)).toBe(value)
    }),
  )
})

test('of a document with one text to clean all others stay the same objects', () => {
  const whole = { a: [{ b: 'x' }, { b: 'x\0' }], c: { d: 'y' }, ['__proto__']: 'z\0' }
  const cleaned = cleanText(whole) as typeof whole
  expect(cleaned).toEqual({ a: [{ b: 'x' }, { b: 'x' }], c: { d: 'y' }, ['__proto__']: 'z' })
  expect([cleaned.a[0], cleaned.c]).toEqual([whole.a[0], whole.c])
  expect(cleaned.a[0]).toBe(whole.a[0])
  expect(cleaned.c).toBe(whole.c)
  expect(whole.a[1]).toEqual({ b: 'x\0' })
})

test('a document made to exhaust the stack is refused', () => {
  expect(() => cleanText(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toThrow('Some fields are not valid')
})
