import { expect, test, vi } from 'vitest'
import { shownDay } from './shown-times.ts'

/** A zone's name with small and capital letters in the order of a number's bits: each names the same zone. */
function spelled(zone: string, number: number): string {
  return Array.from(zone, (letter, index) => ((number >> index) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

test('caches one format per zone, and limits the cache', () => {
  const formats = vi.spyOn(Intl, 'DateTimeFormat')
  const countFormats = (number: number): number => {
    const callsBefore = formats.mock.calls.length
    expect(shownDay(new Date('2026-11-22T23:30:00Z'), spelled('europe/berlin', number))).toBe('Nov 23, 2026')
    return formats.mock.calls.length - callsBefore
  }
  expect([countFormats(0), countFormats(0)]).toEqual([1, 0])
  for (let number = 1; number <= 300; number += 1) countFormats(number)
  expect(countFormats(0)).toBe(1)
})
