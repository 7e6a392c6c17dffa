import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test('cleanText removes only what the database cannot store', () => {
  expect(cleanText({ a: ['x\0y', '\ud800', '😀', 1, null, true], b: { c: 'é' } })).toEqual({
    a: ['xy', '\ufffd', '😀', 1, null, true],
    b: { c: 'é' },
  })
})

test('cleanText also cleans field names', () => {
  expect(cleanText({ options: { 'a\0b': 1, '\ud800': { c: 2 } } })).toEqual({ options: { ab: 1, '\ufffd': { c: 2 } } })
})

test('cleanText keeps well-formed text unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 8 }), (value) => {
      fc.pre(!JSON.stringify(value).includes('\\u0000'))
      expect(cleanText(value)).toBe(value)
    }),
  )
})

test('cleanText copies only the path to a changed text', () => {
  const document = { a: [{ b: 'x' }, { b: 'x\0' }], c: { d: 'y' }, ['__proto__']: 'z\0' }
  const cleaned = cleanText(document) as typeof document
  expect(cleaned).toEqual({ a: [{ b: 'x' }, { b: 'x' }], c: { d: 'y' }, ['__proto__']: 'z' })
  expect([cleaned.a[0], cleaned.c]).toEqual([document.a[0], document.c])
  expect(cleaned.a[0]).toBe(document.a[0])
  expect(cleaned.c).toBe(document.c)
  expect(document.a[1]).toEqual({ b: 'x\0' })
})

test('cleanText rejects documents nested deeply enough to exhaust the stack', () => {
  expect(() => cleanText(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toThrow('Some fields are not valid')
})
