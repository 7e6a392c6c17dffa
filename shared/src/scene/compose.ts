import type { Size } from '../slide/formats.ts'
import { applyLevels, levelsOf } from './adjust.ts'
import { backgroundOf, sizedAs } from './background.ts'
import { containSize, spriteOf } from './image-sprite.ts'
import type { PhotoSource } from './background.ts'
import { divideBy255 } from './pixel-image.ts'
import type { PixelImage } from './pixel-image.ts'
import { enlargedRows, resizeImage } from './resample.ts'
import type { Premultiplied, Span } from './resample.ts'
import { runsOfLayers } from './scene.ts'
import type { Scene, SceneImage } from './scene.ts'

/** The decoded pictures of a scene, by storage path. Null while one is loading or when it is lost. */
export type ImageSource = PhotoSource

interface AdjustedPhoto {
  image: PixelImage
  levels: string
  data: Uint8ClampedArray
}

/** Photos with their levels applied, most recently used last. Each holds 8 MB. */
const adjusted: AdjustedPhoto[] = []
const ADJUSTED_KEPT = 3

function adjustedPhoto(image: PixelImage, scene: Scene): Uint8ClampedArray {
  const levels = `${scene.brightness}/${scene.contrast}/${scene.photo === null}`
  const index = adjusted.findIndex((entry) => entry.image === image && entry.levels === levels)
  const found = adjusted[index]
  if (found) {
    adjusted.splice(index, 1)
    adjusted.push(found)
    return found.data
  }
  const oldest = adjusted.length >= ADJUSTED_KEPT ? adjusted.shift() : undefined
  const { length } = image.data
  const data = oldest?.data.length === length ? oldest.data : new Uint8ClampedArray(length)
  applyLevels(image, levelsOf(scene), data)
  adjusted.push({ image, levels, data })
  return data
}

/** Rows `from` to `to` of slide-sized pixels; the others are left as they are. */
export interface Rows {
  /** Pixels of the slide. */
  size: Size
  data: Uint8ClampedArray
  from: number
  to: number
  /** Row and column that the data begin with; 0 when left out. */
  start?: number
  left?: number
  /** Pixels in a row of the data; those of the slide when left out. */
  width?: number
  /** How many times larger than `size` the slide is; once when left out. */
  scale?: number
}

/** Lays a picture over opaque pixels, at a whole-pixel place that may lie partly outside. */
export function blend(rows: Rows, picture: Premultiplied, place: { x: number; y: number; opacity: number }): void {
  const { size, data: target, start = 0, left = 0, scale = 1 } = rows
  const { width = size.width * scale } = rows
  const opacity = Math.round(place.opacity * 255)
  const fromX = Math.max(0, left - place.x)
  const toX = Math.min(picture.width, left + width - place.x)
  const fromY = Math.max(0, rows.from - place.y)
  const toY = Math.min(picture.height, rows.to - place.y)
  for (let y = fromY; y < toY; y++) {
    let i = (y * picture.width + fromX) * 4
    let o = ((place.y - start + y) * width + place.x - left + fromX) * 4
    for (let x = fromX; x < toX; x++, i += 4, o += 4) {
      const rest = 255 - divideBy255((picture.data[i + 3] as number) * opacity)
      if (rest === 255) continue
      for (let c = 0; c < 3; c++) {
        target[o + c] = divideBy255((picture.data[i + c] as number) * opacity) + divideBy255((target[o + c] as number) * rest)
      }
    }
  }
}

/** Stands in for a picture that is not there: a flat, half transparent grey. */
const ABSENT = { grey: 128, alpha: 128 }

function absentPicture(width: number, height: number): Premultiplied {
  const data = new Uint8Array(width * height * 4)
  const premultiplied = divideBy255(ABSENT.grey * ABSENT.alpha)
  for (let i = 0; i < data.length; i += 4) data.set([premultiplied, premultiplied, premultiplied, ABSENT.alpha], i)
  return { width, height, data }
}

/** Renders only the visible part of an image larger than the slide; others completely, so that dragging reuses them. */
function visibleSpan(start: number, size: number, limit: number): Span {
  if (size <= limit) return { size, from: 0, to: size }
  return { size, from: Math.max(0, -start), to: Math.min(size, limit - start) }
}

/** Lays an image of the scene over pixels; a grey area stands in for one that is lost. */
export function blendImage(target: Rows, place: SceneImage, image: Premultiplied | null): void {
  const { scale = 1 } = target
  if (place.opacity === 0) return
  if (place.look) {
    const { look } = place
    const known = image ? { image, look } : { image: absentPicture(place.width, place.height), look: { ...look, crop: null } }
    const sprite = spriteOf(known.image, { ...place, look: known.look }, scale)
    return blend(target, sprite.image, { x: place.x * scale + sprite.x, y: place.y * scale + sprite.y, opacity: place.opacity })
  }
  const [slideWidth, slideHeight] = [target.size.width * scale, target.size.height * scale]
  const frame = { x: place.x * scale, y: place.y * scale, width: place.width * scale, height: place.height * scale }
  const { width, height } = image ? containSize(image, frame) : frame
  const x = frame.x + Math.floor((frame.width - width) / 2)
  const y = frame.y + Math.floor((frame.height - height) / 2)
  const outside = x >= slideWidth || y >= target.to || x + width <= 0 || y + height <= target.from
  if (outside) return
  const columns = visibleSpan(x, width, slideWidth)
  const rows = visibleSpan(y, height, slideHeight)
  const picture = image ? resizeImage(image, columns, rows) : absentPicture(columns.to - columns.from, rows.to - rows.from)
  blend(target, picture, { x: x + columns.from, y: y + rows.from, opacity: place.opacity })
}

/** Takes a pixel of several: enough for a rough drawing that is replaced soon. */
function putSampled(scene: Scene, photo: PixelImage, { size, data, from, to, start = 0, scale = 1 }: Rows): void {
  const [width, step] = [size.width * scale, Math.round(1 / scale)]
  const [source, target] = [new Uint32Array(photo.data.buffer, photo.data.byteOffset), new Uint32Array(data.buffer, data.byteOffset)]
  for (let y = from; y < to; y++) {
    const [row, out] = [y * step * photo.width, (y - start) * width]
    for (let x = 0; x < width; x++) target[out + x] = source[row + x * step] as number
  }
  applyLevels({ data }, levelsOf(scene), data)
}

function putPhoto(scene: Scene, source: ImageSource, rows: Rows): void {
  const { size, data, from, to, start = 0, scale = 1 } = rows
  if (scale < 1) return putSampled(scene, sizedAs(backgroundOf(scene, source), size), rows)
  const photoPixels = adjustedPhoto(sizedAs(backgroundOf(scene, source), size), scene)
  const width = size.width * scale
  const at = (from - start) * width * 4
  if (scale === 1) return data.set(photoPixels.subarray(from * width * 4, to * width * 4), at)
  // Opaque pixels are their own premultiplied form.
  const pixels = new Uint8Array(photoPixels.buffer, photoPixels.byteOffset, photoPixels.length)
  const span = { size: size.height * scale, from, to }
  data.set(enlargedRows({ ...size, data: pixels }, width, span).data, at)
}

/** The background of a scene and the images right over it, in whole-number arithmetic of our own: no canvas scales or blends a picture. */
export function composePixels(scene: Scene, source: ImageSource, target: Rows): void {
  putPhoto(scene, source, target)
  blendLowest(scene, source, target)
}

/** Lays the images that are under all outlines over pixels that hold the photo already. */
export function blendLowest(scene: Scene, source: Pick<ImageSource, 'picture'>, target: Rows): void {
  for (const image of runsOfLayers(scene)[0]?.images ?? []) blendImage(target, image, source.picture(image.path))
}
