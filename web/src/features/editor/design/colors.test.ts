import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHex } from '../../../components/parse-hex.ts'
import { hexOfHsv, hexOfRgb, hsvOf } from './colors.ts'

describe('colors', () => {
  it.each([
    ['fa0', '#ffaa00'],
    [' #FF8800 ', '#ff8800'],
    ['12', null],
    ['#12345g', null],
    ['', null],
  ])('typed as "%s"', (typed, hex) => {
    expect(parseHex(typed)).toBe(hex)
  })

  it.each([
    ['#ff0000', { hue: 0, saturation: 1, value: 1 }],
    ['#00ff00', { hue: 120, saturation: 1, value: 1 }],
    ['#0000ff', { hue: 240, saturation: 1, value: 1 }],
    ['#808080', { hue: 0, saturation: 0, value: 128 / 255 }],
  ])('%s in hue, saturation and value', (hex, hsv) => {
    expect(hsvOf(hex)).toEqual(hsv)
  })

  it('survive the way to hue, saturation and value and back', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (channels) => {
        const hex = hexOfRgb(channels)
        expect(hexOfHsv(hsvOf(hex))).toBe(hex)
      }),
    )
  })
})
