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
