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

function drawBackdrop(): Uint8ClampedArray {
  const data = new Uint8ClampedArray(EXPORT_WIDTH * EXPORT_HEIGHT * 4)
  const last = EXPORT_HEIGHT - 1
  let i = 0
  for (let y = 0; y < EXPORT_HEIGHT; y++) {
    const channels = TOP.map((top, channel) => Math.floor((16 * (top * (last - y) + (BOTTOM[channel] ?? 0) * y)) / last))
    for (let x = 0; x < EXPORT_WIDTH; x++) {
      const threshold = DITHER[(y & 3) * 4 + (x & 3)] ?? 0
      for (const channel of channels) data[i++] = (channel + threshold) >> 4
      data[i++] = 255
    }
  }
  return data
}
