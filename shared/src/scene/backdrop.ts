import type { Size } from '../slide/formats.ts'
import type { Backdrop } from '../slide/model.ts'
import type { PixelImage } from './pixel-image.ts'

/** Colors of a slide without a photo, before its levels: a dusk from violet to near black. */
const DUSK: Backdrop = { kind: 'gradient', from: '#5c3e94', to: '#1a182e', angle: 180 }

/** Thresholds that spread the steps of a gradient over 4 x 4 pixels, so that no bands show. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
const PATTERN = 4

const ANGLE_ONE = 2 ** 16

let dusk: PixelImage | null = null

/** The backdrop of a slide as a picture, in whole-number arithmetic: gradients of canvases differ from engine to engine. */
export function drawBackdrop(backdrop: Backdrop | null, size: Size): PixelImage {
  if (backdrop) return { ...size, data: gradient(backdrop, size) }
  if (dusk?.width !== size.width || dusk.height !== size.height) dusk = { ...size, data: gradient(DUSK, size) }
  return dusk
}

/** Red, green and blue of `#rrggbb`. */
export function channelsOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The middle of the slide lies in the middle of the gradient, and its corners at the ends, as in CSS. */
function gradient(backdrop: Backdrop, { width: slideWidth, height: slideHeight }: Size): Uint8ClampedArray {
  const [from, to, angle] = backdrop.kind === 'plain' ? [backdrop.color, backdrop.color, 180] : [backdrop.from, backdrop.to, backdrop.angle]
  const [start, end] = [channelsOf(from), channelsOf(to)]
  const radians = (angle * Math.PI) / 180
  const across = Math.round(Math.sin(radians) * ANGLE_ONE)
  const down = Math.round(-Math.cos(radians) * ANGLE_ONE)
  const [lastX, lastY] = [slideWidth - 1, slideHeight - 1]
  const reach = Math.abs(across) * lastX + Math.abs(down) * lastY
  const row = slideWidth * 4
  const data = new Uint8ClampedArray(row * slideHeight)
  // Rows without a slope repeat after the width of the dither.
  const width = across === 0 ? PATTERN : slideWidth
  for (let y = 0; y < slideHeight; y++) {
    let o = y * row
    for (let x = 0; x < width; x++) {
      const along = across * (2 * x - lastX) + down * (2 * y - lastY) + reach
      const threshold = DITHER[(y & 3) * PATTERN + (x & 3)] as number
      for (let c = 0; c < 3; c++) {
        const level = Math.floor((16 * ((start[c] as number) * (2 * reach - along) + (end[c] as number) * along)) / (2 * reach))
        data[o++] = (level + threshold) >> 4
      }
      data[o++] = 255
    }
    for (let done = width * 4; done < row; done *= 2) {
      const at = y * row
      data.copyWithin(at + done, at, at + Math.min(done, row - done))
    }
  }
  return data
}
