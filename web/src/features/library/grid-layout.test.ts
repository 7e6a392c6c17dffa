import fc from 'fast-check'
import { expect, it } from 'vitest'
import { focusStep } from '../../components/keyboard.ts'
import { blocksAround, layoutGrid, linesBetween, linesInView } from './grid-layout.ts'

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

it('renders the lines within 600 pixels of the viewport, and no others of a large library', () => {
  const { lines } = layoutGrid(1184, [200_000])
  const { first, last } = linesInView(lines, { top: 1_000_000, height: 800 }, 300)
  const rendered = lines.slice(first, last + 1)
  expect(rendered[0]?.top).toBeLessThanOrEqual(999_100)
  expect((rendered.at(-1)?.top ?? 0) + (rendered.at(-1)?.height ?? 0)).toBeGreaterThanOrEqual(1_001_100)
  expect(rendered.length).toBeLessThan(16)
  expect(linesInView(lines, { top: 0, height: 800 }, 300).first).toBe(0)
})

it('renders nothing of a grid far below the viewport', () => {
  const { lines } = layoutGrid(700, [9])
  const { first, last } = linesInView(lines, { top: 0, height: 800 }, 5000)
  expect(first).toBeGreaterThan(last)
})

it.each([
  [{ from: 0, to: 20 }, 500, { first: 0, last: 0 }],
  [{ from: 40, to: 60 }, 500, { first: 0, last: 1 }],
  [{ from: 210, to: 240 }, 500, { first: 1, last: 2 }],
  [{ from: 480, to: 500 }, 500, { first: 4, last: 4 }],
  [{ from: 0, to: 0 }, 0, { first: 0, last: 0 }],
])('loads the blocks around %o of %i photos', (range, count, blocks) => {
  expect(blocksAround(range, count, 100)).toEqual(blocks)
})

it('moves the focus by a photo or a row', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home'].map((key) => focusStep(key, 7))).toEqual([-1, 1, -7, 7, null])
})
