import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUBIC, LINE, MOVE } from '../shaping/outline.ts'
import type { Outline } from '../shaping/outline.ts'
import { highlightOutline, mergeBands } from './highlight.ts'
import type { Band } from './highlight.ts'

function bandsOf(halfWidths: readonly number[], lineHeight = 50): Band[] {
  return halfWidths.map((halfWidth, index) => ({
    top: index * lineHeight,
    bottom: (index + 1) * lineHeight,
    left: -halfWidth,
    right: halfWidth,
  }))
}

interface Point {
  x: number
  y: number
}

/** All points of an outline, and how often it begins a new contour. */
function read(outline: Outline): { points: Point[]; contours: number } {
  const points: Point[] = []
  let contours = 0
  for (let i = 0; i < outline.length;) {
    const opcode = outline[i] ?? 0
    const pairs = opcode === CUBIC ? 3 : opcode === MOVE || opcode === LINE ? 1 : 0
    if (opcode === MOVE) contours += 1
    for (let k = 0; k < pairs; k++) points.push({ x: outline[i + 1 + 2 * k] ?? NaN, y: outline[i + 2 + 2 * k] ?? NaN })
    i += 1 + 2 * pairs
  }
  return { points, contours }
}

const widths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 })

describe('lines of nearly the same width', () => {
  test.each([
    { widths: [100, 110, 100], merged: [110, 110, 110] },
    { widths: [100, 200, 100], merged: [100, 200, 100] },
    { widths: [100, 115, 130], merged: [130, 130, 130] },
    { widths: [100, 120], merged: [100, 120] },
    { widths: [100, 119], merged: [119, 119] },
  ])('$widths become $merged', ({ widths: lineWidths, merged }) => {
    const bands = mergeBands(bandsOf(lineWidths), 10)
    expect(bands.map((band) => band.right)).toEqual(merged)
    expect(bands.map((band) => -band.left)).toEqual(merged)
  })

  test('no step is left that is smaller than its two corners, and no line gets narrower', () => {
    fc.assert(
      fc.property(widths, (lineWidths) => {
        const merged = mergeBands(bandsOf(lineWidths), 12).map((band) => band.right)
        for (const [index, width] of merged.entries()) {
          expect(width).toBeGreaterThanOrEqual(lineWidths[index] ?? 0)
          const step = Math.abs(width - (merged[index + 1] ?? width))
          expect(step === 0 || step >= 24).toBe(true)
        }
      }),
    )
  })
})

describe('the outline', () => {
  test('is one contour, mirrored at its axis and as large as the lines', () => {
    fc.assert(
      fc.property(widths, fc.integer({ min: -100, max: 900 }), (lineWidths, axis) => {
        const { points, contours } = read(highlightOutline(bandsOf(lineWidths), 12, axis))
        expect(contours).toBe(1)
        expect(Math.max(...points.map((point) => point.x))).toBeCloseTo(axis + Math.max(...lineWidths), 6)
        expect(Math.min(...points.map((point) => point.x))).toBeCloseTo(axis - Math.max(...lineWidths), 6)
        expect(Math.min(...points.map((point) => point.y))).toBe(0)
        expect(Math.max(...points.map((point) => point.y))).toBe(50 * lineWidths.length)
        const key = ({ x, y }: Point): string => `${Math.round(1000 * x)},${Math.round(1000 * y)}`
        const places = new Set(points.map(key))
        for (const { x, y } of points) expect(places.has(key({ x: 2 * axis - x, y }))).toBe(true)
      }),
    )
  })

  test('of lines that begin at one edge is straight there', () => {
    const bands = [200, 80, 140].map((right, index) => ({ top: index * 50, bottom: (index + 1) * 50, left: -10, right }))
    const { points } = read(highlightOutline(bands, 12, 0))
    const onLeft = points.filter(({ x }) => x === -10).map(({ y }) => y)
    expect([Math.min(...points.map(({ x }) => x)), onLeft.length, Math.max(...points.map(({ x }) => x))]).toEqual([-10, 4, 200])
  })

  test('runs along straight lines between its corners, so that corners never overlap', () => {
    fc.assert(
      fc.property(widths, (lineWidths) => {
        const outline = highlightOutline(bandsOf(lineWidths), 12, 0)
        let last: Point | null = null
        for (let i = 0; i < outline.length;) {
          const opcode = outline[i]
          const end = { x: outline[i + (opcode === CUBIC ? 5 : 1)] ?? NaN, y: outline[i + (opcode === CUBIC ? 6 : 2)] ?? NaN }
          if (opcode === LINE && last) expect(Math.min(Math.abs(end.x - last.x), Math.abs(end.y - last.y))).toBeLessThan(1e-6)
          if (opcode === MOVE || opcode === LINE || opcode === CUBIC) last = end
          i += opcode === CUBIC ? 7 : opcode === MOVE || opcode === LINE ? 3 : 1
        }
      }),
    )
  })
})
