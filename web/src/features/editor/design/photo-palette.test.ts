import { describe, expect, it } from 'vitest'
import { photoPalette } from './photo-palette.ts'

const image = (...pixels: [number, number, number, number?][]) => ({
  width: pixels.length,
  height: 1,
  data: Uint8Array.from(pixels.flatMap(([red, green, blue, alpha = 255]) => [red, green, blue, alpha])),
})
const many = (count: number, pixel: [number, number, number]) => Array.from({ length: count }, () => pixel)

describe('the palette of a photo', () => {
  it('has its colors, the most frequent first', () => {
    const photo = image(...many(12, [20, 30, 200]), ...many(4, [250, 240, 10]), ...many(8, [240, 20, 20]))
    expect(photoPalette(photo, 3)).toEqual(['#141ec8', '#f01414', '#faf00a'])
  })

  it('has one color for a plain photo', () => {
    expect(photoPalette(image(...many(50, [10, 20, 30])), 6)).toEqual(['#0a141e'])
  })

  it('joins shades that look the same', () => {
    expect(photoPalette(image(...many(9, [100, 100, 100]), ...many(9, [104, 100, 98])), 6)).toHaveLength(1)
  })

  it('leaves out transparent pixels, and is empty without others', () => {
    expect(photoPalette(image([255, 0, 0, 0], [0, 0, 255, 255]), 4)).toEqual(['#0000ff'])
    expect(photoPalette(image([255, 0, 0, 0]), 4)).toEqual([])
  })

  it('is the same for the same photo', () => {
    const photo = image(
      ...Array.from({ length: 400 }, (_, at): [number, number, number] => [(at * 37) % 256, (at * 91) % 256, (at * 13) % 256]),
    )
    const palette = photoPalette(photo, 6)
    expect(palette).toHaveLength(6)
    expect(photoPalette(photo, 6)).toEqual(palette)
  })
})
