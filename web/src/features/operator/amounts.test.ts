import { expect, test } from 'vitest'
import { ago, byteText, inShort } from './amounts.ts'

test.each([
  [0, '0 kB'],
  [1536, '1.5 kB'],
  [999 * 1024, '999 kB'],
  [1000 * 1024, '1 MB'],
  [5120 * 1024 * 1024, '5 GB'],
  [123.4 * 1024 ** 3, '123 GB'],
  [5 * 1024 ** 5, '5120 TB'],
])('byteText formats %d bytes as %s', (bytes, expected) => {
  expect(byteText(bytes)).toBe(expected)
})

test.each([
  ['2026-11-22T12:00:00Z', 'just now'],
  // The server's clock may be ahead.
  ['2026-11-22T12:05:00Z', 'just now'],
  ['2026-11-22T11:58:00Z', '2 minutes ago'],
  ['2026-11-22T09:10:00Z', '2 hours ago'],
  ['2026-11-21T11:59:00Z', 'yesterday'],
  ['2026-10-30T12:00:00Z', '23 days ago'],
  ['2026-09-01T12:00:00Z', 'Sep 1, 2026'],
])('ago formats %s as %s', (at, expected) => {
  expect(ago(at, Date.parse('2026-11-22T12:00:00Z'))).toBe(expected)
})

test('inShort abbreviates large numbers', () => {
  expect([inShort(999), inShort(12_345), inShort(2_000_000)]).toEqual(['999', '12.3K', '2M'])
})
