import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test('texts lose only what no database can hold', () => {
  expect(cleanText({ a: ['x\0y', '\ud800', '😀', 1, null, true], b: { c: 'é' } })).toEqual({
    a: ['xy', '\ufffd', '😀', 1, null, true],
    b: { c: 'é' },
  })
})

test('everything that is well formed stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 8 }), (value) => {
      fc.pre(!JSON.stringify(value).includes('\\u0000'))
      expect(cleanText(value)).toEqual(value)
    }),
  )
})

test('a document made to exhaust the stack is refused', () => {
  expect(() => cleanText(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toThrow('Some fields are not valid')
})
