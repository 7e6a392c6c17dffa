import fc from 'fast-check'
import { expect, test } from 'vitest'
import { i420Size, mixI420, toI420 } from './i420.ts'

type Color = readonly [r: number, g: number, b: number]

function convert(width: number, height: number, colors: readonly Color[]): number[] {
  const data = Uint8ClampedArray.from(colors.flatMap((color) => [...color, 255]))
  const out = new Uint8Array(i420Size(width, height))
  toI420({ width, height, data }, out)
  return [...out]
}

/** BT.709 in limited range, as the recommendation writes it. */
function exact([r, g, b]: Color): [y: number, cb: number, cr: number] {
  const y = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
  return [16 + 219 * y, 128 + (224 * (b / 255 - y)) / 1.8556, 128 + (224 * (r / 255 - y)) / 1.5748]
}

test.each<[string, Color, number[]]>([
  ['black', [0, 0, 0], [16, 128, 128]],
  ['white', [255, 255, 255], [235, 128, 128]],
  ['red', [255, 0, 0], [63, 102, 240]],
  ['green', [0, 255, 0], [173, 42, 26]],
  ['blue', [0, 0, 255], [32, 240, 118]],
  ['grey', [128, 128, 128], [126, 128, 128]],
])('%s', (_, color, [y, cb, cr]) => {
  expect(convert(2, 2, [color, color, color, color])).toEqual([y, y, y, y, cb, cr])
})

test('is the recommendation rounded to nearest, chroma from four pixels', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const color = fc.tuple(byte, byte, byte)
  fc.assert(
    fc.property(fc.tuple(color, color, color, color), (colors) => {
      const planes = convert(2, 2, colors)
      colors.forEach((one, index) => expect(Math.abs((planes[index] ?? NaN) - exact(one)[0])).toBeLessThan(0.502))
      const mean = [0, 1, 2].map((channel) => colors.reduce((sum, one) => sum + (one[channel] ?? NaN), 0) / 4) as unknown as Color
      expect(Math.abs((planes[4] ?? NaN) - exact(mean)[1])).toBeLessThan(0.502)
      expect(Math.abs((planes[5] ?? NaN) - exact(mean)[2])).toBeLessThan(0.502)
    }),
  )
})

test('planes lie one after the other, row by row', () => {
  const white: Color = [255, 255, 255]
  const black: Color = [0, 0, 0]
  const red: Color = [255, 0, 0]
  // 4 x 2: two white columns left, one black, one red right.
  expect(convert(4, 2, [white, white, black, red, white, white, black, red])).toEqual([
    235, 235, 16, 63, 235, 235, 16, 63, 128, 115, 128, 184,
  ])
})

test('a mix goes from one picture to the other', () => {
  const mixed = (share: number): number[] => {
    const out = new Uint8Array(3)
    mixI420({ from: Uint8Array.from([0, 200, 77]), to: Uint8Array.from([255, 100, 77]), share }, out)
    return [...out]
  }
  expect([mixed(0), mixed(0.5), mixed(1)]).toEqual([
    [0, 200, 77],
    [128, 150, 77],
    [255, 100, 77],
  ])
})
