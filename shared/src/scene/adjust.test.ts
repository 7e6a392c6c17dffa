import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEVEL_MAX, LEVEL_MIN } from '../slide/model.ts'
import { applyLevels, contrastFactor, dimOpacity, levelsTable } from './adjust.ts'

const level = fc.integer({ min: LEVEL_MIN, max: LEVEL_MAX })

describe('brightness', () => {
  test.each([
    [-10, 0.6],
    [0, 0.3],
    [5, 0.15],
    [10, 0],
  ])('level %i dims by %f', (brightness, opacity) => {
    expect(dimOpacity(brightness)).toBeCloseTo(opacity, 10)
  })

  test('stays between 0 and 0.8 whatever the level', () => {
    expect(dimOpacity(100)).toBe(0)
    expect(dimOpacity(-100)).toBe(0.8)
  })
})

test.each([
  [-10, 0.5],
  [0, 1],
  [10, 1.5],
])('contrast level %i is a factor of %f', (contrast, factor) => {
  expect(contrastFactor(contrast)).toBe(factor)
})

describe('the table of both', () => {
  test('changes nothing at full brightness and no contrast', () => {
    expect([...levelsTable(10, 0)]).toEqual(Array.from({ length: 256 }, (_, value) => value))
  })

  test.each([
    { brightness: 0, contrast: 0, value: 255, result: 179 },
    { brightness: 0, contrast: 0, value: 100, result: 70 },
    { brightness: -10, contrast: 0, value: 200, result: 80 },
    { brightness: 10, contrast: 10, value: 200, result: 236 },
    { brightness: 10, contrast: -10, value: 0, result: 64 },
    { brightness: 10, contrast: 10, value: 255, result: 255 },
  ])('$value at brightness $brightness, contrast $contrast becomes $result', ({ brightness, contrast, value, result }) => {
    expect(levelsTable(brightness, contrast)[value]).toBe(result)
  })

  test('never turns a lighter value into a darker one', () => {
    fc.assert(
      fc.property(level, level, (brightness, contrast) => {
        const table = [...levelsTable(brightness, contrast)]
        expect(table.every((value, index) => index === 0 || value >= (table[index - 1] ?? 0))).toBe(true)
      }),
    )
  })

  test('gets lighter with brightness', () => {
    fc.assert(
      fc.property(level, level, fc.integer({ min: 0, max: 255 }), (brightness, contrast, value) => {
        const darker = levelsTable(brightness, contrast)[value] ?? 0
        expect(levelsTable(brightness + 1, contrast)[value]).toBeGreaterThanOrEqual(darker)
      }),
    )
  })
})

test('levels change the colors and make the picture opaque', () => {
  const image = { width: 2, height: 1, data: Uint8Array.from([0, 100, 255, 7, 10, 20, 30, 255]) }
  const target = new Uint8ClampedArray(8)
  applyLevels(image, levelsTable(0, 0), target)
  expect([...target]).toEqual([0, 70, 179, 255, 7, 14, 21, 255])
})
