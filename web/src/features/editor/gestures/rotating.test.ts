import { describe, expect, it } from 'vitest'
import { snapRotation } from './rotating.ts'

const FREE = { shift: false, bypass: false }

describe('a rotation', () => {
  it.each([
    [3.4, 0],
    [-3.4, 0],
    [12.3, 12],
    [47, 45],
    [178, 180],
    [-178, 180],
    [362, 0],
    [200, -160],
  ])('by %d degrees is %d', (degrees, snapped) => {
    expect(Math.abs(snapRotation(degrees, FREE) - snapped)).toBe(0)
  })

  it('goes in steps of 15 degrees with Shift', () => {
    expect(snapRotation(52, { ...FREE, shift: true })).toBe(45)
    expect(snapRotation(53, { ...FREE, shift: true })).toBe(60)
  })

  it('is free with Ctrl', () => {
    expect(snapRotation(47, { ...FREE, bypass: true })).toBe(47)
  })
})
