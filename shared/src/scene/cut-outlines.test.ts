import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLOSE, COORDINATES, CUBIC, LINE, MOVE, QUADRATIC } from '../shaping/outline.ts'
import type { Outline } from '../shaping/outline.ts'
import { cutOutline } from './cut-outlines.ts'

interface Point {
  x: number
  y: number
}

const SIZE = { width: 60, height: 80 }

/** Polygons of an outline of straight lines. */
function polygonsOf(outline: Outline): Point[][] {
  const polygons: Point[][] = []
  for (let i = 0; i < outline.length; i += 1 + (COORDINATES[outline[i] ?? CLOSE] ?? 0)) {
    const opcode = outline[i]
    if (opcode !== MOVE && opcode !== LINE && opcode !== CLOSE) throw new Error(`Opcode ${opcode} is a curve`)
    if (opcode === MOVE) polygons.push([])
    if (opcode !== CLOSE) polygons.at(-1)?.push({ x: outline[i + 1] ?? 0, y: outline[i + 2] ?? 0 })
  }
  return polygons
}

/** How often polygons wind round a point. */
function windingOf(polygons: readonly Point[][], { x, y }: Point): number {
  let winding = 0
  for (const polygon of polygons) {
    for (const [index, to] of polygon.entries()) {
      const from = polygon.at(index - 1) ?? to
      if (from.y <= y === to.y <= y) continue
      const crossing = from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y)
      if (crossing > x) winding += to.y > from.y ? 1 : -1
    }
  }
  return winding
}

function distanceTo(points: readonly Point[], { x, y }: Point): number {
  const distances = points.map((to, index) => {
    const from = points[index - 1] ?? to
    const [right, down] = [to.x - from.x, to.y - from.y]
    const squared = right * right + down * down
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * right + (y - from.y) * down) / squared))
    return Math.hypot(x - from.x - share * right, y - from.y - share * down)
  })
  return Math.min(...distances)
}

const coordinate = fc.integer({ min: -400, max: 1200 }).map((tenths) => tenths / 10)
const point = fc.record({ x: coordinate, y: coordinate })
const onSlide = fc.record({
  x: fc.integer({ min: 1, max: SIZE.width * 7 - 1 }).map((sevenths) => sevenths / 7),
  y: fc.integer({ min: 1, max: SIZE.height * 7 - 1 }).map((sevenths) => sevenths / 7),
})
const corners = fc.array(point, { minLength: 2, maxLength: 6 })

function straight(points: readonly Point[]): number[] {
  return points.flatMap(({ x, y }, index) => [index === 0 ? MOVE : LINE, x, y])
}

describe('an outline cut at the edges of a slide', () => {
  test('has no point beyond them, and no curve', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 6, maxLength: 6 }), fc.constantFrom(0, 0.5, 9), ([a, b, c, d, e, f], width) => {
        const curves = [MOVE, a, CUBIC, b, c, d, QUADRATIC, e, f].flatMap((it) => (typeof it === 'object' ? [it.x, it.y] : [it ?? 0]))
        const points = polygonsOf(cutOutline(curves, width, SIZE)).flat()
        expect(points.filter(({ x, y }) => !(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height))).toEqual([])
      }),
    )
  })

  test('has the winding of the whole outline everywhere on the slide, so that holes and overlaps stay', () => {
    fc.assert(
      fc.property(
        fc.array(corners, { minLength: 1, maxLength: 3 }),
        fc.array(onSlide, { minLength: 20, maxLength: 20 }),
        (polygons, probes) => {
          const cut = polygonsOf(cutOutline(polygons.flatMap(straight), 0, SIZE))
          for (const probe of probes) {
            const isOnLine = polygons.some((polygon) => distanceTo([...polygon, ...polygon.slice(0, 1)], probe) < 1e-6)
            if (!isOnLine) expect(windingOf(cut, probe)).toBe(windingOf(polygons, probe))
          }
        },
      ),
    )
  })

  test('of a line covers what is nearer than half of its width, and nothing else', () => {
    fc.assert(
      fc.property(
        corners,
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        fc.array(onSlide, { minLength: 20, maxLength: 20 }),
        (points, closed, width, probes) => {
          const outline = [...straight(points), ...(closed ? [CLOSE] : [])]
          const cut = polygonsOf(cutOutline(outline, width, SIZE))
          const line = closed ? [...points, ...points.slice(0, 1)] : points
          for (const probe of probes) {
            const beyond = distanceTo(line, probe) - width / 2
            // The round ends are polygons too.
            if (Math.abs(beyond) > 0.05) expect(windingOf(cut, probe) !== 0).toBe(beyond < 0)
          }
        },
      ),
    )
  })

  test('follows its curves to a fiftieth of a pixel', () => {
    const kappa = 0.5522847498
    const circle = [MOVE, 20, 0, CUBIC, 20, 20 * kappa, 20 * kappa, 20, 0, 20, LINE, 0, 0, CLOSE]
    const [quarter = []] = polygonsOf(cutOutline(circle, 0, SIZE))
    for (const { x, y } of quarter.filter((it) => it.x > 0 && it.y > 0)) expect(Math.abs(Math.hypot(x, y) - 20)).toBeLessThan(0.02)
    expect(quarter.length).toBeGreaterThan(8)
  })
})
