/** A decoded picture: RGBA bytes row by row, alpha not multiplied in. An `ImageData` is one. */
export interface PixelImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}

/** v / 255 rounded to nearest, for v from 0 to 65,025, without a division. */
export function divideBy255(v: number): number {
  return ((v + 128) * 257) >> 16
}
