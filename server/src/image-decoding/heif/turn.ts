/** A transformation of coordinates: x' = a x + b y, y' = c x + d y, with y downwards. */
export type Turn = readonly [a: number, b: number, c: number, d: number]

export const UPRIGHT: Turn = [1, 0, 0, 1]
/** A quarter turn, counter-clockwise as in HEIF (ISO/IEC 23008-12, 6.5.10). */
export const QUARTER: Turn = [0, 1, -1, 0]
/** ISO/IEC 23008-12, 6.5.12. */
export const UPSIDE_DOWN: Turn = [1, 0, 0, -1]
export const LEFT_FOR_RIGHT: Turn = [-1, 0, 0, 1]

/** Composition: first the one, then the other. */
export function followedBy([a, b, c, d]: Turn, [e, f, g, h]: Turn): Turn {
  return [e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d]
}

interface Size {
  width: number
  height: number
}

export function turnedSize([a]: Turn, { width, height }: Size): Size {
  return a === 0 ? { width: height, height: width } : { width, height }
}

/** Displayed position of a stored pixel, in an image of the displayed size. */
export function turnedPlace([a, b, c, d]: Turn, { x, y }: { x: number; y: number }, shown: Size): { x: number; y: number } {
  const isLeft = a + b < 0
  const isUp = c + d < 0
  return { x: a * x + b * y + (isLeft ? shown.width - 1 : 0), y: c * x + d * y + (isUp ? shown.height - 1 : 0) }
}
