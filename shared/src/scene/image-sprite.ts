import { channelsOf } from './backdrop.ts'
import { blurChannel, blurReach } from './blur.ts'
import { divideBy255 } from './pixel-image.ts'
import { grow, shift, turnAround, turned, union } from './region.ts'
import type { Region } from './region.ts'
import { resizePart } from './resample.ts'
import type { Premultiplied, Span } from './resample.ts'
import type { ImageLook, SceneImage, SceneShadow } from './scene.ts'
import type { Size } from '../slide/formats.ts'

/** An image with its look. It is drawn at (x, y) from the top left corner of its frame, in pixels of the canvas. */
export interface Sprite {
  image: Premultiplied
  x: number
  y: number
}

/** Size of a picture fitted into a frame, nothing cut off, in whole pixels. */
export function containSize(image: Size, frame: Size): Size {
  const byWidth = frame.width * image.height <= frame.height * image.width
  const width = byWidth ? frame.width : Math.round((frame.height * image.width) / image.height)
  const height = byWidth ? Math.round((frame.width * image.height) / image.width) : frame.height
  return { width: Math.max(1, width), height: Math.max(1, height) }
}

/** The part of the slide that an image can touch, in pixels of the export. */
export function imageBounds({ x, y, width, height, look }: SceneImage): Region {
  const frame = { left: x, top: y, right: x + width, bottom: y + height }
  if (!look) return frame
  const turn = turnAround(look.rotation, x + width / 2, y + height / 2)
  // The middle of the image may lie half a pixel beside that of the frame.
  const image = look.rotation === 0 ? frame : grow(turned(frame, turn), 2)
  const { shadow } = look
  return shadow ? union([image, grow(shift(image, shadow.x, shadow.y), blurReach(shadow.blur))]) : image
}

const sprites = new WeakMap<Premultiplied, Map<string, Sprite>>()
/** Moving an image changes the rounded size of its frame by a pixel. */
const SPRITES_KEPT = 4

/** An image with its look, in whole-number arithmetic: no canvas clips, turns or blurs a picture. Remembered for the last few sizes. */
export function spriteOf(picture: Premultiplied, place: Size & { look: ImageLook }, scale: number): Sprite {
  const known = sprites.get(picture) ?? new Map<string, Sprite>()
  sprites.set(picture, known)
  const key = JSON.stringify([place.width, place.height, scale, place.look])
  let sprite = known.get(key)
  if (!sprite) {
    if (known.size >= SPRITES_KEPT) known.clear()
    sprite = drawSprite(picture, { width: place.width * scale, height: place.height * scale }, scaleLook(place.look, scale))
    known.set(key, sprite)
  }
  return sprite
}

function scaleLook(look: ImageLook, scale: number): ImageLook {
  const { border, shadow } = look
  return {
    ...look,
    radius: look.radius * scale,
    border: border && { ...border, width: border.width * scale },
    shadow: shadow && { ...shadow, x: shadow.x * scale, y: shadow.y * scale, blur: shadow.blur * scale },
  }
}

function drawSprite(picture: Premultiplied, frame: Size, look: ImageLook): Sprite {
  const crop = look.crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const { width, height } = containSize({ width: picture.width * crop.width, height: picture.height * crop.height }, frame)
  const part = resizePart(picture, cropSpan(crop.x, crop.width, width), cropSpan(crop.y, crop.height, height))
  // A copy, because an image in its own size is not made again.
  const image = { ...part, data: part.data.slice() }
  if (look.flip) mirror(image)
  if (look.radius > 0 || look.border) shapeEdges(image, look)
  const upright = { image, x: Math.floor((frame.width - width) / 2), y: Math.floor((frame.height - height) / 2) }
  const placed = look.rotation === 0 ? upright : rotate(upright, look.rotation)
  return look.shadow ? addShadow(placed, look.shadow) : placed
}

/** The part of a side that a crop shows at a length, of the whole side in that scale. */
function cropSpan(start: number, share: number, length: number): Span {
  const size = Math.max(length, Math.round(length / share))
  const from = Math.min(Math.round(start * size), size - length)
  return { size, from, to: from + length }
}

function mirror({ width, height, data }: Premultiplied): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  for (let row = 0; row < height; row++) pixels.subarray(row * width, (row + 1) * width).reverse()
}

/** How much of a pixel lies in a rounded rectangle round the origin, of 255. The point is the middle of the pixel. */
function coverage({ x, y }: { x: number; y: number }, half: Size, radius: number): number {
  const right = Math.abs(x) - half.width + radius
  const down = Math.abs(y) - half.height + radius
  const [outRight, outDown] = [Math.max(right, 0), Math.max(down, 0)]
  const distance = Math.sqrt(outRight * outRight + outDown * outDown) + Math.min(Math.max(right, down), 0) - radius
  return Math.round(255 * Math.min(1, Math.max(0, 0.5 - distance)))
}

/** Rounds the corners and draws the border, in place. */
function shapeEdges({ width, height, data }: Premultiplied, { radius, border }: ImageLook): void {
  const half = { width: width / 2, height: height / 2 }
  const corner = Math.min(radius, half.width, half.height)
  const line = Math.min(Math.round(border?.width ?? 0), Math.floor(half.width), Math.floor(half.height))
  const [red, green, blue] = channelsOf(border?.color ?? '#000000')
  const inner = { width: half.width - line, height: half.height - line }
  const edge = Math.ceil(Math.max(corner, line))
  const shapePixel = (x: number, y: number): void => {
    const middle = { x: x + 0.5 - half.width, y: y + 0.5 - half.height }
    const outside = coverage(middle, half, corner)
    const inside = line === 0 ? outside : Math.min(outside, coverage(middle, inner, Math.max(0, corner - line)))
    if (inside === 255) return
    const i = (y * width + x) * 4
    const ring = outside - inside
    data[i] = divideBy255((data[i] as number) * inside + red * ring)
    data[i + 1] = divideBy255((data[i + 1] as number) * inside + green * ring)
    data[i + 2] = divideBy255((data[i + 2] as number) * inside + blue * ring)
    data[i + 3] = divideBy255((data[i + 3] as number) * inside + 255 * ring)
  }
  for (let y = 0; y < height; y++) {
    // Between the corners, only the border on both sides changes anything.
    const middle = y >= edge && y < height - edge ? line : Math.ceil(half.width)
    for (let x = 0; x < middle; x++) shapePixel(x, y)
    for (let x = Math.max(middle, width - middle); x < width; x++) shapePixel(x, y)
  }
}

/** Turned around its middle, each pixel blended from the four nearest; beyond the edges lies nothing, which makes them smooth. */
function rotate({ image, x, y }: Sprite, degrees: number): Sprite {
  const { width, height, data } = image
  const turn = turnAround(degrees, width / 2, height / 2)
  const bounds = grow(turned({ left: 0, top: 0, right: width, bottom: height }, turn), 1)
  const [outWidth, outHeight] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const result = new Uint8Array(outWidth * outHeight * 4)
  const at = (column: number, row: number, channel: number): number =>
    column < 0 || row < 0 || column >= width || row >= height ? 0 : (data[(row * width + column) * 4 + channel] as number)
  for (let row = 0, o = 0; row < outHeight; row++) {
    const down = bounds.top + row + 0.5 - turn.y
    for (let column = 0; column < outWidth; column++, o += 4) {
      const right = bounds.left + column + 0.5 - turn.x
      const across = Math.floor(256 * (turn.x + right * turn.cos + down * turn.sin - 0.5))
      const along = Math.floor(256 * (turn.y - right * turn.sin + down * turn.cos - 0.5))
      const [left, top] = [across >> 8, along >> 8]
      if (left < -1 || top < -1 || left >= width || top >= height) continue
      const [wx, wy] = [across & 255, along & 255]
      for (let c = 0; c < 4; c++) {
        const upper = at(left, top, c) * (256 - wx) + at(left + 1, top, c) * wx
        const lower = at(left, top + 1, c) * (256 - wx) + at(left + 1, top + 1, c) * wx
        result[o + c] = (upper * (256 - wy) + lower * wy + 32768) >> 16
      }
    }
  }
  return { image: { width: outWidth, height: outHeight, data: result }, x: x + bounds.left, y: y + bounds.top }
}

/** The sprite over its shadow. */
function addShadow({ image, x, y }: Sprite, { color, opacity, x: right, y: down, blur }: SceneShadow): Sprite {
  const reach = blurReach(blur)
  const own = { left: 0, top: 0, right: image.width, bottom: image.height }
  const shade = grow(shift(own, right, down), reach)
  const bounds = union([own, shade])
  const mask = { width: shade.right - shade.left, height: shade.bottom - shade.top, data: new Uint8Array(0) }
  mask.data = new Uint8Array(mask.width * mask.height)
  for (let row = 0; row < image.height; row++) {
    for (let column = 0; column < image.width; column++) {
      mask.data[(row + reach) * mask.width + column + reach] = image.data[(row * image.width + column) * 4 + 3] as number
    }
  }
  blurChannel(mask, blur, 'empty')
  const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const result = new Uint8Array(width * height * 4)
  const tint = [...channelsOf(color), 255]
  const strength = Math.round(opacity * 255)
  for (let row = 0; row < mask.height; row++) {
    let o = ((row + shade.top - bounds.top) * width + shade.left - bounds.left) * 4
    for (let column = 0; column < mask.width; column++, o += 4) {
      const alpha = divideBy255((mask.data[row * mask.width + column] as number) * strength)
      for (let c = 0; c < 4; c++) result[o + c] = divideBy255((tint[c] as number) * alpha)
    }
  }
  for (let row = 0; row < image.height; row++) {
    let i = row * image.width * 4
    let o = ((row - bounds.top) * width - bounds.left) * 4
    for (let column = 0; column < image.width; column++, i += 4, o += 4) {
      const rest = 255 - (image.data[i + 3] as number)
      for (let c = 0; c < 4; c++) result[o + c] = (image.data[i + c] as number) + divideBy255((result[o + c] as number) * rest)
    }
  }
  return { image: { width, height, data: result }, x: x + bounds.left, y: y + bounds.top }
}
