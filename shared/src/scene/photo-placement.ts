import type { Size } from '../slide/formats.ts'
import type { PhotoPlacement } from '../slide/model.ts'
import { blurPixels } from './blur.ts'
import type { PixelImage } from './pixel-image.ts'
import { fullSpan, resizePart } from './resample.ts'
import type { Premultiplied, Span } from './resample.ts'

/** Where a photo lies on the slide, in whole pixels. It may reach beyond the slide's edges. */
export interface PlacedRect {
  x: number
  y: number
  width: number
  height: number
}

/** The size of a photo after its turns. */
export function orientedSize({ width, height }: Size, { turns }: Pick<PhotoPlacement, 'turns'>): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** Where a placement puts a photo of this size: its point (x, y) as near to the middle of the slide as its edges allow. */
export function placedRect(photo: Size, placement: PhotoPlacement, slide: Size): PlacedRect {
  const size = orientedSize(photo, placement)
  const [across, down] = [slide.width / size.width, slide.height / size.height]
  const scale = placement.zoom * (placement.fit === 'fill' ? Math.max(across, down) : Math.min(across, down))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  return { x: offsetOf(placement.x, width, slide.width), y: offsetOf(placement.y, height, slide.height), width, height }
}

/** A photo longer than the slide has no gap at its edges; a shorter one stays on the slide. */
function offsetOf(share: number, length: number, room: number): number {
  const wanted = Math.round(room / 2 - share * length)
  return Math.min(Math.max(0, room - length), Math.max(Math.min(0, room - length), wanted))
}

interface Oriented {
  key: string
  image: Premultiplied
}

/** The last orientation of each photo, which stays while the photo is panned and zoomed. */
const oriented = new WeakMap<PixelImage, Oriented>()

/** Mirrors, then turns clockwise. */
function orient(photo: PixelImage, placement: PhotoPlacement): Premultiplied {
  const key = `${placement.flip} ${placement.turns}`
  const known = oriented.get(photo)
  if (known?.key === key) return known.image
  const { width, height, data } = photo
  const image = turnPixels({ width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) }, placement)
  oriented.set(photo, { key, image })
  return image
}

function turnPixels(photo: Premultiplied, { flip, turns }: PhotoPlacement): Premultiplied {
  if (!flip && turns === 0) return photo
  const { width, height } = orientedSize(photo, { turns })
  const from = wordsOf(photo.data)
  const to = new Uint32Array(from.length)
  const last = { x: photo.width - 1, y: photo.height - 1 }
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o++) {
      const [column, row] = turns === 0 ? [x, y] : turns === 1 ? [y, last.y - x] : turns === 2 ? [last.x - x, last.y - y] : [last.x - y, x]
      to[o] = from[row * photo.width + (flip ? last.x - column : column)] as number
    }
  }
  return { width, height, data: new Uint8Array(to.buffer) }
}

/** Four bytes at once; copied where they do not begin at a multiple of four. */
function wordsOf(data: Uint8Array): Uint32Array {
  const bytes = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

/** The part of a side that is on the slide, and where on the slide it begins. */
function visible(offset: number, length: number, room: number): Span & { at: number } {
  const from = Math.max(0, -offset)
  return { size: length, from, to: Math.max(from, Math.min(length, room - offset)), at: Math.max(0, offset) }
}

/** How much smaller the blurred copy behind a whole photo is drawn: it has no detail to lose. */
const BEHIND_SCALE = 8
const BEHIND_BLUR = 8

/** The last copy of each photo. */
const blurredCopies = new WeakMap<Premultiplied, PixelImage>()

function blurredCopy(photo: Premultiplied, size: Size): PixelImage {
  const known = blurredCopies.get(photo)
  if (known?.width === size.width && known.height === size.height) return known
  const small = { width: Math.round(size.width / BEHIND_SCALE), height: Math.round(size.height / BEHIND_SCALE) }
  const middle: PhotoPlacement = { fit: 'fill', x: 0.5, y: 0.5, zoom: 1, flip: false, turns: 0 }
  const place = placedRect(photo, middle, small)
  const cover = resizePart(photo, visible(place.x, place.width, small.width), visible(place.y, place.height, small.height))
  blurPixels(cover, BEHIND_BLUR)
  const copy = resizePart(cover, fullSpan(size.width), fullSpan(size.height))
  blurredCopies.set(photo, copy)
  return copy
}

/** Each pixel is the nearest one of the photo: rough, but quick enough to follow a finger. */
function nearestPixels(photo: Premultiplied, columns: Span, rows: Span): Premultiplied {
  const [width, height] = [columns.to - columns.from, rows.to - rows.from]
  const from = wordsOf(photo.data)
  const to = new Uint32Array(width * height)
  const sources = Int32Array.from({ length: width }, (_, x) => Math.floor(((columns.from + x + 0.5) * photo.width) / columns.size))
  for (let y = 0, o = 0; y < height; y++) {
    const row = Math.floor(((rows.from + y + 0.5) * photo.height) / rows.size) * photo.width
    for (let x = 0; x < width; x++, o++) to[o] = from[row + (sources[x] as number)] as number
  }
  return { width, height, data: new Uint8Array(to.buffer) }
}

interface PlaceOptions {
  /** Pixels of the slide. */
  size: Size
  plain(): PixelImage
  isRough: boolean
}

/**
 * An original as its placement shows it, RGBA in the size of the slide. Transparent parts are black. `plain` draws what is seen beside a photo
 * that fits with plain edges. A rough one is for a photo that moves.
 */
export function placePhoto(photo: PixelImage, placement: PhotoPlacement, { size, plain, isRough }: PlaceOptions): PixelImage {
  const upright = orient(photo, placement)
  const place = placedRect(photo, placement, size)
  const columns = visible(place.x, place.width, size.width)
  const rows = visible(place.y, place.height, size.height)
  const part = isRough ? nearestPixels(upright, columns, rows) : resizePart(upright, columns, rows)
  const result = new Uint8ClampedArray(size.width * size.height * 4)
  if (part.width < size.width || part.height < size.height) {
    result.set((placement.fit === 'blur' ? blurredCopy(upright, size) : plain()).data)
  }
  for (let y = 0; y < part.height; y++) {
    result.set(part.data.subarray(y * part.width * 4, (y + 1) * part.width * 4), ((rows.at + y) * size.width + columns.at) * 4)
  }
  for (let i = 3; i < result.length; i += 4) result[i] = 255
  return { ...size, data: result }
}

/** A cover rendition cut to the size of a format, around its focus: no pixel is scaled. */
export function cutCover(cover: PixelImage, size: Size, focus: number): PixelImage {
  const { width, height, data } = cover
  const step = data.length / (width * height)
  const top = -offsetOf(focus, height, size.height)
  const left = (width - size.width) >> 1
  const row = size.width * step
  if (size.width === width) return size.height === height ? cover : { ...size, data: data.subarray(top * row, (top + size.height) * row) }
  const cut = new Uint8Array(row * size.height)
  for (let y = 0; y < size.height; y++) {
    const from = ((top + y) * width + left) * step
    cut.set(data.subarray(from, from + row), y * row)
  }
  return { ...size, data: cut }
}
