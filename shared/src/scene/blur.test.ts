import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blurChannel, blurReach } from './blur.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
const blur = fc.integer({ min: 0, max: 30 })

test('what is flat stays flat where its edges repeat', () => {
  fc.assert(
    fc.property(size, blur, fc.integer({ min: 0, max: 255 }), ({ width, height }, by, value) => {
      const data = new Uint8Array(width * height).fill(value)
      blurChannel({ width, height, data }, by, 'repeat')
      expect(data.every((each) => each === value)).toBe(true)
    }),
  )
})

test('one point spreads evenly to all sides, no further than the reach', () => {
  const [width, by] = [81, 24]
  const middle = 40
  const data = new Uint8Array(width * width)
  for (let y = middle - 8; y <= middle + 8; y++) data.fill(255, y * width + middle - 8, y * width + middle + 9)
  blurChannel({ width, height: width, data }, by, 'empty')
  const at = (x: number, y: number): number => data[y * width + x] ?? -1
  expect(at(middle, middle)).toBeGreaterThan(at(middle + 12, middle))
  for (const step of [0, 5, 12, 20]) {
    const [value] = [at(middle + step, middle)]
    expect([at(middle - step, middle), at(middle, middle + step), at(middle, middle - step)]).toEqual([value, value, value])
  }
  expect(at(middle + 9 + blurReach(by), middle)).toBe(0)
})

test('three times, each value becomes the rounded mean of its row’s and then of its column’s neighbors', () => {
  const channels = size.chain(({ width, height }) =>
    fc.uint8Array({ minLength: width * height, maxLength: width * height }).map((data) => ({ width, height, data })),
  )
  fc.assert(
    fc.property(channels, blur, fc.constantFrom('empty' as const, 'repeat' as const), ({ width, height, data }, by, edge) => {
      const reach = blurReach(by) / 3
      const meanOf = (values: number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
      const around = (at: number, length: number, valueAt: (position: number) => number): number[] =>
        Array.from({ length: 2 * reach + 1 }, (_, i) => {
          const inside = Math.min(length - 1, Math.max(0, at - reach + i))
          return edge === 'empty' && inside !== at - reach + i ? 0 : valueAt(inside)
        })
      let expected = [...data]
      for (let pass = 0; pass < 3; pass++) {
        const rows = expected.map((_, i) => meanOf(around(i % width, width, (x) => expected[i - (i % width) + x] ?? 0)))
        expected = rows.map((_, i) => meanOf(around(Math.floor(i / width), height, (y) => rows[y * width + (i % width)] ?? 0)))
      }
      blurChannel({ width, height, data }, by, edge)
      expect([...data]).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})
