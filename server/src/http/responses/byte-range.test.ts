import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange } from './stored-file.ts'

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-1', { first: 99, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  [' Bytes = 5 - 6 ', { first: 5, last: 6 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  [`bytes=${'9'.repeat(400)}-`, 'beyond'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['pages=1-2', 'whole'],
  ['', 'whole'],
  [undefined, 'whole'],
])('byteRange parses %j for 100 bytes', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected)
})

test('byteRange of an empty file is unsatisfiable', () => {
  expect([byteRange('bytes=0-', 0), byteRange('bytes=-5', 0), byteRange('bytes=0-0', 0)]).toEqual(['beyond', 'beyond', 'beyond'])
})

test('byteRange always stays within the file', () => {
  const number = fc.oneof(fc.constant(''), fc.nat({ max: 300 }).map(String), fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String))
  const header = fc.oneof(
    fc.string(),
    fc.tuple(number, number).map(([from, to]) => `bytes=${from}-${to}`),
  )
  fc.assert(
    fc.property(header, fc.nat({ max: 200 }), (requested, bytes) => {
      const range = byteRange(requested, bytes)
      if (typeof range === 'string') return
      expect(range.first).toBeGreaterThanOrEqual(0)
      expect(range.last).toBeGreaterThanOrEqual(range.first)
      expect(range.last).toBeLessThan(bytes)
    }),
  )
})
