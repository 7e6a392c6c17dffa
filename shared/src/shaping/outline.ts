/**
 * A path as flat numbers: each segment is its opcode and its points, `0 x y` move, `1 x y` line, `2 x y x y` quadratic,
 * `3 x y x y x y` cubic, `4` close. y grows downwards.
 */
export type Outline = readonly number[]

export const MOVE = 0
export const LINE = 1
export const QUADRATIC = 2
export const CUBIC = 3
export const CLOSE = 4

/** Number of coordinates after each opcode. */
export const COORDINATES = [2, 2, 4, 6, 0]

/** Target of an outline: the path methods of any 2D canvas. */
export interface PathSink {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void
  bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void
  closePath(): void
}

/** An outline somewhere: point p is drawn at `x + scale * p`. */
export interface Figure {
  outline: Outline
  x: number
  y: number
  scale: number
}

/** Adds a figure to the current path. Positions are computed here, not by the canvas, so that all engines get equal numbers. */
export function traceFigure(sink: PathSink, figure: Figure): void {
  const { outline, x, y, scale } = figure
  const at = (index: number): number => outline[index] ?? 0
  let i = 0
  while (i < outline.length) {
    switch (outline[i]) {
      case MOVE:
        sink.moveTo(x + scale * at(i + 1), y + scale * at(i + 2))
        i += 3
        break
      case LINE:
        sink.lineTo(x + scale * at(i + 1), y + scale * at(i + 2))
        i += 3
        break
      case QUADRATIC:
        sink.quadraticCurveTo(x + scale * at(i + 1), y + scale * at(i + 2), x + scale * at(i + 3), y + scale * at(i + 4))
        i += 5
        break
      case CUBIC:
        sink.bezierCurveTo(
          x + scale * at(i + 1),
          y + scale * at(i + 2),
          x + scale * at(i + 3),
          y + scale * at(i + 4),
          x + scale * at(i + 5),
          y + scale * at(i + 6),
        )
        i += 7
        break
      default:
        sink.closePath()
        i += 1
    }
  }
}

/** Control point of a cubic that stands for a quarter of a circle, as a share of the radius. */
export const ARC = 0.5522847498

/** A rectangle with round corners, clockwise; `reverse` runs the other way, so that it cuts a hole into one round it. */
export function roundedRectangle(rect: { x: number; y: number; width: number; height: number }, radius: number, reverse = false): number[] {
  const { x, y, width, height } = rect
  const right = x + width
  const bottom = y + height
  const r = Math.min(radius, width / 2, height / 2)
  const k = r * (1 - ARC)
  const clockwise = [
    [MOVE, x + r, y, LINE, right - r, y, CUBIC, right - k, y, right, y + k, right, y + r],
    [LINE, right, bottom - r, CUBIC, right, bottom - k, right - k, bottom, right - r, bottom],
    [LINE, x + r, bottom, CUBIC, x + k, bottom, x, bottom - k, x, bottom - r],
    [LINE, x, y + r, CUBIC, x, y + k, x + k, y, x + r, y, CLOSE],
  ]
  const counterClockwise = [
    [MOVE, x + r, y, CUBIC, x + k, y, x, y + k, x, y + r],
    [LINE, x, bottom - r, CUBIC, x, bottom - k, x + k, bottom, x + r, bottom],
    [LINE, right - r, bottom, CUBIC, right - k, bottom, right, bottom - k, right, bottom - r],
    [LINE, right, y + r, CUBIC, right, y + k, right - k, y, right - r, y, CLOSE],
  ]
  return (reverse ? counterClockwise : clockwise).flat()
}
