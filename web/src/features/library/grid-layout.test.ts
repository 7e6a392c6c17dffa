import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layoutGrid, linesBetween } from './grid-layout.ts'

it('places lines without gaps or overlaps, with space for every photo within the width', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 2400 }), fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 }), (width, counts) => {
      const { columns, tile, gap, height, sections, lines } = layoutGrid(width, counts)
      let top = 0
      for (const line of lines) {
        expect(line.top).toBeCloseTo(top, 3)
        top += line.height
      }
      expect(height).toBeCloseTo(top, 3)
      expect(columns * tile + (columns - 1) * gap).toBeCloseTo(width, 3)
      counts.forEach((count, index) => {
        const rows = sections[index]?.rows ?? 0
        expect(rows * columns).toBeGreaterThanOrEqual(count)
        expect((rows - 1) * columns).toBeLessThan(count)
        expect(lines.filter((line) => line.section === index)).toHaveLength(rows + 1)
      })
    }),
    { numRuns: 200 },
  )
})

it('has three columns on a phone and as many as fit elsewhere', () => {
  expect([358, 720, 1184].map((width) => layoutGrid(width, [9]).columns)).toEqual([3, 4, 7])
})

it('finds the same lines of a range as a linear search', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 5 }),
      fc.integer({ min: -900, max: 9000 }),
      fc.integer({ min: 1, max: 2000 }),
      (counts, from, length) => {
        const { lines } = layoutGrid(700, counts)
        const { first, last } = linesBetween(lines, from, from + length)
        const wanted = lines.filter((line) => line.top + line.height > from && line.top < from + length)
        expect(lines.slice(first, last + 1)).toEqual(wanted)
      },
    ),
  )
})
