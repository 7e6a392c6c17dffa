import { exportSize } from '../slide/formats.ts'
import { expect, test } from 'vitest'
import { isEmpty, onSlide, overlaps, shift, touchedBy, union } from './region.ts'

const region = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const one = region(10, 10, 20, 20)

test.each([
  [region(20, 10, 30, 20), false],
  [region(19, 10, 30, 20), true],
  [region(0, 10, 10, 20), false],
  [region(0, 10, 11, 20), true],
  [region(10, 20, 20, 30), false],
  [region(10, 19, 20, 30), true],
  [region(10, 0, 20, 10), false],
  [region(10, 0, 20, 11), true],
])('%o overlaps one from 10 to 20: %s', (other, expected) => {
  expect(overlaps(one, other)).toBe(expected)
  expect(overlaps(other, one)).toBe(expected)
})

test('a region without width or height is empty, as is that of nothing', () => {
  expect([one, region(5, 5, 5, 9), region(5, 5, 9, 5), region(5, 5, 6, 6), union([])].map(isEmpty)).toEqual([
    false,
    true,
    true,
    false,
    true,
  ])
})

test('regions are joined, moved and cut at the slide', () => {
  expect(union([one, region(0, 15, 12, 40)])).toEqual(region(0, 10, 20, 40))
  expect(shift(one, 3, -4)).toEqual(region(13, 6, 23, 16))
  expect(onSlide(region(-5, -6, 2000, 3000), exportSize('9:16'))).toEqual(region(0, 0, 1080, 1920))
  expect(onSlide(one, exportSize('9:16'))).toEqual(one)
})

test('figures touch all their points, half a line and one pixel round them', () => {
  // Opcodes: 0 moves, 1 draws a line, 3 a curve of three points, 4 closes.
  const outline = [0, 1, 2, 1, 5, 2, 3, 6, 9, 7, -3, 4, 4, 4]
  const figure = { outline, x: 100, y: 200, scale: 2 }
  expect(touchedBy([figure], 0)).toEqual(region(101, 193, 115, 219))
  expect(touchedBy([figure, { ...figure, x: 300 }], 5)).toEqual(region(98, 190, 318, 222))
})
