import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'
import type { PixelImage } from './pixel-image.ts'

/** Colours of a slide without a photo, before its levels: a dusk from violet to near black. */
const TOP = [92, 62, 148] as const
const BOTTOM = [26, 24, 46] as const

/** Thresholds that spread the steps of the gradient over 4 x 4 pixels, so that no bands show. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

let picture: PixelImage | null = null

/** The plain backdrop as a picture, in whole-number arithmetic: gradients of canvases differ from engine to engine. */
export function backdrop(): PixelImage {
  picture ??= { width: EXPORT_WIDTH, height: EXPORT_HEIGHT, data: drawBackdrop() }
  return picture
}

/** Rows repeat after four pixels, the width of the dither. */
const PATTERN = 4

function drawBackdrop(): Uint8ClampedArray {
  const row = EXPORT_WIDTH * 4
  const data = new Uint8ClampedArray(row * EXPORT_HEIGHT)
  const last = EXPORT_HEIGHT - 1
  for (let y = 0; y < EXPORT_HEIGHT; y++) {
    const channels = TOP.map((top, channel) => Math.floor((16 * (top * (last - y) + (BOTTOM[channel] ?? 0) * y)) / last))
    const start = y * row
    for (let x = 0; x < PATTERN; x++) {
      const threshold = DITHER[(y & 3) * PATTERN + x] ?? 0
      data.set([...channels.map((channel) => (channel + threshold) >> 4), 255], start + x * 4)
    }
    for (let done = PATTERN * 4; done < row; done *= 2) data.copyWithin(start + done, start, start + Math.min(done, row - done))
  }
  return data
}
