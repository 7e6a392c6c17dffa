import { CLOSE, CUBIC, LINE, MOVE, QUADRATIC } from '../shaping/outline.ts'
import type { Outline } from '../shaping/outline.ts'
import type { Size } from '../slide/formats.ts'

/** Largest distance between a curve and the straight lines drawn for it, in pixels of a slide. */
const TOLERANCE = 0.02

interface Point {
  x: number
  y: number
}

/** Straight lines through points. */
interface Polyline {
  points: Point[]
  closed: boolean
}

/** Into how many lines of equal parameter steps a curve is cut; `bend` is the largest second difference of its control points. */
function stepsOf(bend: number, factor: number): number {
  return Math.max(1, Math.ceil(Math.sqrt((factor * bend) / TOLERANCE)))
}

function bendOf(a: Point, b: Point, c: Point): number {
  const [x, y] = [a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y]
  return Math.sqrt(x * x + y * y)
}

/** An outline without curves. */
function toPolylines(outline: Outline): Polyline[] {
  const lines: Polyline[] = []
  let line: Polyline = { points: [], closed: false }
  const point = (i: number): Point => ({ x: outline[i] as number, y: outline[i + 1] as number })
  for (let i = 0; i < outline.length;) {
    const from = line.points.at(-1) ?? { x: 0, y: 0 }
    switch (outline[i]) {
      case MOVE:
        line = { points: [point(i + 1)], closed: false }
        lines.push(line)
        i += 3
        break
      case LINE:
        line.points.push(point(i + 1))
        i += 3
        break
      case QUADRATIC: {
        const [control, to] = [point(i + 1), point(i + 3)]
        const steps = stepsOf(bendOf(from, control, to), 0.25)
        for (let step = 1; step < steps; step++) {
          const t = step / steps
          const [a, b, c] = [(1 - t) * (1 - t), 2 * (1 - t) * t, t * t]
          line.points.push({ x: a * from.x + b * control.x + c * to.x, y: a * from.y + b * control.y + c * to.y })
        }
        line.points.push(to)
        i += 5
        break
      }
      case CUBIC: {
        const [first, second, to] = [point(i + 1), point(i + 3), point(i + 5)]
        const steps = stepsOf(Math.max(bendOf(from, first, second), bendOf(first, second, to)), 0.75)
        for (let step = 1; step < steps; step++) {
          const t = step / steps
          const u = 1 - t
          const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
          line.points.push({
            x: a * from.x + b * first.x + c * second.x + d * to.x,
            y: a * from.y + b * first.y + c * second.y + d * to.y,
          })
        }
        line.points.push(to)
        i += 7
        break
      }
      default: {
        line.closed = true
        // A segment after the close starts where this line did.
        const [start] = line.points
        line = { points: start ? [start] : [], closed: false }
        lines.push(line)
        i += 1
      }
    }
  }
  return lines.filter(({ points, closed }) => points.length > 1 || closed)
}

/** An edge, and the side of it on which a polygon stays. */
interface Edge {
  axis: 'x' | 'y'
  at: number
  keep: 1 | -1
}

/** The part of a polygon on the kept side of an edge: what was beyond lies on it, so that the area inside keeps its winding. */
function cutAt(points: readonly Point[], { axis, at, keep }: Edge): Point[] {
  const other = axis === 'x' ? 'y' : 'x'
  const distance = (point: Point): number => (point[axis] - at) * keep
  return points.flatMap((to, index) => {
    const from = points.at(index - 1) ?? to
    const [before, after] = [distance(from), distance(to)]
    const crossing = (): Point => {
      const along = from[other] + ((to[other] - from[other]) * before) / (before - after)
      return axis === 'x' ? { x: at, y: along } : { x: along, y: at }
    }
    if (before >= 0 === after >= 0) return after >= 0 ? [to] : []
    return after >= 0 ? [crossing(), to] : [crossing()]
  })
}

/** The part of a polygon on a slide. */
function onlyOn(size: Size, polygon: readonly Point[]): Point[] {
  const edges: Edge[] = [
    { axis: 'x', at: 0, keep: 1 },
    { axis: 'x', at: size.width, keep: -1 },
    { axis: 'y', at: 0, keep: 1 },
    { axis: 'y', at: size.height, keep: -1 },
  ]
  return edges.reduce<Point[]>((points, edge) => cutAt(points, edge), [...polygon])
}

function pathOf(points: readonly Point[]): number[] {
  if (points.length === 0) return []
  return [...points.flatMap(({ x, y }, index) => [index === 0 ? MOVE : LINE, x, y]), CLOSE]
}

/** The area inside an outline, as polygons. */
function fillPolygons(outline: Outline): Point[][] {
  return toPolylines(outline).map(({ points }) => points)
}

/**
 * The part on a slide of the area inside an outline, or of a line of a width along it with round joins and caps, without curves. Lines are
 * to be filled by the nonzero rule.
 */
export function cutOutline(outline: Outline, lineWidth: number, size: Size): Outline {
  const polygons = lineWidth > 0 ? strokePolygons(outline, lineWidth) : fillPolygons(outline)
  return polygons.flatMap((polygon) => pathOf(onlyOn(size, polygon)))
}

/** A vector as long as `length`. */
function scaled({ x, y }: Point, length: number): Point {
  const factor = length / Math.sqrt(x * x + y * y)
  return { x: x * factor, y: y * factor }
}

/** Points of the shorter arc round a point from one radius to another, both ends included; `middle` decides between two of a length. */
function arcOf(centre: Point, { from, to, middle }: { from: Point; to: Point; middle: Point }): Point[] {
  const between = (a: Point, b: Point, via?: Point): Point[] => {
    const radius = Math.sqrt(a.x * a.x + a.y * a.y)
    const half = via ?? { x: a.x + b.x, y: a.y + b.y }
    const height = Math.sqrt(half.x * half.x + half.y * half.y) / 2
    if (!via && radius - height < TOLERANCE) return []
    const on = scaled(half, radius)
    return [...between(a, on), on, ...between(on, b)]
  }
  const opposite = from.x * to.x + from.y * to.y < -0.99 * (from.x * from.x + from.y * from.y)
  return [from, ...between(from, to, opposite ? middle : undefined), to].map(({ x, y }) => ({ x: centre.x + x, y: centre.y + y }))
}

/** A straight line of a stroke: its start, its end, its direction and its left side from its middle. */
interface Stretch {
  from: Point
  to: Point
  ahead: Point
  left: Point
}

const negative = ({ x, y }: Point): Point => ({ x: -x, y: -y })

/** One side of the join of two stretches: round outside, through the corner inside, as the area behind it is covered by both. */
function joinOf(before: Stretch, after: Stretch, side: 1 | -1): Point[] {
  const [from, to] = side === 1 ? [before.left, after.left] : [negative(before.left), negative(after.left)]
  const corner = before.to
  const turn = before.ahead.x * after.ahead.y - before.ahead.y * after.ahead.x
  if (turn * side > 0 || (turn === 0 && side === 1)) return arcOf(corner, { from, to, middle: before.ahead })
  return [{ x: corner.x + from.x, y: corner.y + from.y }, corner, { x: corner.x + to.x, y: corner.y + to.y }]
}

/** A line without a length is its round ends. */
function discOf(centre: Point, radius: number): Point[] {
  const [right, down] = [
    { x: radius, y: 0 },
    { x: 0, y: radius },
  ]
  const [left, up] = [negative(right), negative(down)]
  return [...arcOf(centre, { from: right, to: left, middle: down }), ...arcOf(centre, { from: left, to: right, middle: up })]
}

/** The area of a line along an outline with round joins and caps, as polygons. */
function strokePolygons(outline: Outline, width: number): Point[][] {
  const radius = width / 2
  return toPolylines(outline).flatMap(({ points, closed }) => {
    const ends = closed && points[0] ? [...points, points[0]] : points
    const stretches = ends.flatMap((to, index): Stretch[] => {
      const from = ends[index - 1]
      if (!from || (from.x === to.x && from.y === to.y)) return []
      const ahead = { x: to.x - from.x, y: to.y - from.y }
      return [{ from, to, ahead, left: scaled({ x: ahead.y, y: -ahead.x }, radius) }]
    })
    const [first, last] = [stretches[0], stretches.at(-1)]
    if (!first || !last) return points[0] ? [discOf(points[0], radius)] : []
    const sideOf = (side: 1 | -1): Point[] => stretches.slice(1).flatMap((after, index) => joinOf(stretches[index] as Stretch, after, side))
    const [left, right] = [sideOf(1), sideOf(-1).toReversed()]
    if (closed) {
      return [
        [...left, ...joinOf(last, first, 1)],
        [...joinOf(last, first, -1).toReversed(), ...right],
      ]
    }
    const endCap = arcOf(last.to, { from: last.left, to: negative(last.left), middle: last.ahead })
    const startCap = arcOf(first.from, { from: negative(first.left), to: first.left, middle: negative(first.ahead) })
    return [[...left, ...endCap, ...right, ...startCap]]
  })
}
