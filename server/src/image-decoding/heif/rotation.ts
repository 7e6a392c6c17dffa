/** A transformation of coordinates: x' = a x + b y, y' = c x + d y, with y downwards. */
export type Transform = readonly [a: number, b: number, c: number, d: number]

export const UPRIGHT: Transform = [1, 0, 0, 1]
/** A quarter turn, counter-clockwise as in HEIF (ISO/IEC 23008-12, 6.5.10). */
export const QUARTER_TURN: Transform = [0, 1, -1, 0]
/** ISO/IEC 23008-12, 6.5.12. */
export const FLIPPED_VERTICALLY: Transform = [1, 0, 0, -1]
export const FLIPPED_HORIZONTALLY: Transform = [-1, 0, 0, 1]

/** Composition: first the one, then the other. */
export function compose([a, b, c, d]: Transform, [e, f, g, h]: Transform): Transform {
  return [e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d]
}

interface Size {
  width: number
  height: number
}

export function transformedSize([a]: Transform, { width, height }: Size): Size {
  return a === 0 ? { width: height, height: width } : { width, height }
}

/** Displayed position of a stored pixel, in an image of the displayed size. */
export function transformedPoint([a, b, c, d]: Transform, { x, y }: { x: number; y: number }, shown: Size): { x: number; y: number } {
  const isLeft = a + b < 0
  const isUp = c + d < 0
  return { x: a * x + b * y + (isLeft ? shown.width - 1 : 0), y: c * x + d * y + (isUp ? shown.height - 1 : 0) }
}
