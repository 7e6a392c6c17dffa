import { describe, expect, it } from 'vitest'
import { rotatedBounds } from './frame-style.ts'

describe('the frame around a rotated box', () => {
  it('is its frame without a rotation, and swaps its sides at 90 degrees', () => {
    const frame = { x: 10, y: 40, width: 100, height: 40 }
    expect(rotatedBounds(frame, 0)).toEqual(frame)
    const { x, y, width, height } = rotatedBounds(frame, -90)
    expect([x, y, width, height].map((side) => Math.round(side * 1e6) / 1e6)).toEqual([40, 10, 40, 100])
  })
})
