import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideBy255 } from './pixel-image.ts'
import { halve, prepareImage, resizeImage, resizePremultiplied } from './resample.ts'
import type { Premultiplied, Span } from './resample.ts'

const whole = (size: number): Span => ({ size, from: 0, to: size })

/** Pixels from a formula: equal in every run, with all alphas. */
function pattern(width: number, height: number): Premultiplied {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 37 + (i >> 3) * 11) & 255)
  return prepareImage({ width, height, data })
}

/** Fowler-Noll-Vo hash, 32 bit. */
function hash(data: Uint8Array): string {
  let value = 0x811c9dc5
  for (const byte of data) value = Math.imul(value ^ byte, 0x01000193)
  return (value >>> 0).toString(16)
}

const side = fc.integer({ min: 1, max: 40 })

test('dividing by 255 rounds to nearest for every product of two bytes', () => {
  for (let v = 0; v <= 255 * 255; v++) expect(divideBy255(v) === Math.round(v / 255)).toBe(true)
})

describe('preparing', () => {
  test('multiplies alpha into the colors', () => {
    const picture = prepareImage({ width: 2, height: 1, data: Uint8Array.from([255, 100, 0, 128, 9, 9, 9, 0]) })
    expect([...picture.data]).toEqual([128, 50, 0, 128, 0, 0, 0, 0])
  })

  test('halves what is larger than a slide can use', () => {
    const data = new Uint8Array(4097 * 3 * 4)
    const picture = prepareImage({ width: 4097, height: 3, data })
    expect([picture.width, picture.height]).toEqual([2049, 2])
    // The larger one's memory is given back at once.
    expect(data.byteLength).toBe(0)
  })

  test('halving averages four pixels and repeats an odd edge', () => {
    const data = Uint8Array.from([0, 10, 20, 30, 40, 50].flatMap((value) => [value, value, value, 255]))
    const half = halve({ width: 3, height: 2, data })
    expect([half.width, half.height]).toEqual([2, 1])
    expect([half.data[0], half.data[4]]).toEqual([20, 35])
  })
})

describe('resizing', () => {
  test('to the same size gives the same picture', () => {
    const picture = pattern(7, 5)
    expect(resizePremultiplied(picture, whole(7), whole(5))).toBe(picture)
  })

  test('one color stays that color', () => {
    fc.assert(
      fc.property(side, side, side, side, (width, height, toWidth, toHeight) => {
        const data = Uint8Array.from({ length: width * height * 4 }, (_, i) => [200, 90, 3, 230][i & 3] ?? 0)
        const resized = resizePremultiplied({ width, height, data }, whole(toWidth), whole(toHeight))
        expect(resized.data.every((value, i) => value === [200, 90, 3, 230][i & 3])).toBe(true)
      }),
    )
  })

  test('never gives a color above its alpha', () => {
    fc.assert(
      fc.property(side, side, side, side, (width, height, toWidth, toHeight) => {
        const { data } = resizePremultiplied(pattern(width, height), whole(toWidth), whole(toHeight))
        expect(data.every((value, i) => value <= (data[i | 3] ?? 0))).toBe(true)
      }),
    )
  })

  test('a part is what it is in the whole', () => {
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 39 }), fc.integer({ min: 1, max: 40 }), (width, size, start, length) => {
        const from = Math.min(start, size - 1)
        const to = Math.min(size, from + length)
        const picture = pattern(width, 3)
        const all = resizePremultiplied(picture, whole(size), whole(3))
        const part = resizePremultiplied(picture, { size, from, to }, whole(3))
        for (let y = 0; y < 3; y++) {
          const row = all.data.subarray((y * size + from) * 4, (y * size + to) * 4)
          expect([...part.data.subarray(y * (to - from) * 4, (y + 1) * (to - from) * 4)]).toEqual([...row])
        }
      }),
    )
  })

  test('a picture twice over averages as it halves', () => {
    const picture = pattern(64, 48)
    expect(resizeImage(picture, whole(16), whole(12))).toMatchObject(resizePremultiplied(halve(halve(picture)), whole(16), whole(12)))
  })

  // These are the bytes every engine has to give; other ones mean that exports change.
  test.each([
    { width: 31, height: 17, hash: '17243044' },
    { width: 90, height: 200, hash: 'caeef22e' },
    { width: 5, height: 3, hash: '2373edc3' },
  ])('to $width x $height gives bytes with the hash $hash', ({ width, height, hash: expected }) => {
    expect(hash(resizeImage(pattern(53, 41), whole(width), whole(height)).data)).toBe(expected)
  })
})
