import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio } from '../scene/contrast.ts'
import { backdropsFor } from './backdrops.ts'
import { backdropSchema, type Backdrop } from './model.ts'

const seeds = fc.uuid()
const counts = fc.integer({ min: 0, max: 35 })
const colorsOf = (backdrop: Backdrop) => (backdrop.kind === 'plain' ? [backdrop.color] : [backdrop.from, backdrop.to])

/** WCAG 2 luminance of a color. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('every slide gets a valid backdrop, other than its neighbour', () => {
  fc.assert(
    fc.property(seeds, counts, (seed, count) => {
      const backdrops = backdropsFor(seed, count)
      expect(backdrops).toHaveLength(count)
      for (const [index, backdrop] of backdrops.entries()) {
        expect(backdropSchema.parse(backdrop)).toEqual(backdrop)
        expect(backdrop).not.toEqual(backdrops[index - 1])
      }
    }),
  )
})

test('white letters keep a contrast of 4.5 against every color', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      for (const color of backdropsFor(seed, 5).flatMap(colorsOf)) {
        expect({ color, isReadable: contrastRatio(1, luminance(color)) >= 4.5 }).toEqual({ color, isReadable: true })
      }
    }),
  )
})

test('a slideshow keeps its backdrops, and slideshows differ', () => {
  const some = Array.from({ length: 40 }, (_, index) => JSON.stringify(backdropsFor(`project ${index}`, 7)))
  expect(some).toEqual(Array.from({ length: 40 }, (_, index) => JSON.stringify(backdropsFor(`project ${index}`, 7))))
  expect(new Set(some).size).toBeGreaterThanOrEqual(5)
})
