import { createCanvas } from '@napi-rs/canvas'
import type { ImageData } from '@napi-rs/canvas'
import { levelsTable } from '@ninesixteen/shared/scene/adjust'
import { backdrop } from '@ninesixteen/shared/scene/backdrop'
import { blendPictures } from '@ninesixteen/shared/scene/compose'
import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { paintTexts } from '@ninesixteen/shared/scene/paint'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { isEmpty, onSlide, overlaps, union } from '@ninesixteen/shared/scene/region'
import type { Region } from '@ninesixteen/shared/scene/region'
import { preparePicture } from '@ninesixteen/shared/scene/resample'
import type { Premultiplied } from '@ninesixteen/shared/scene/resample'
import type { Scene, SceneText } from '@ninesixteen/shared/scene/scene'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { AssetShaper } from './asset-files.ts'
import { decodePhoto, decodePicture } from './decode-picture.ts'
import type { SlideInput } from './draw-job.ts'

/** RGBA of a slide, opaque, in memory that is used again for the next one. */
export type SlidePixels = Uint8ClampedArray

/** Logos and products come back on slide after slide. Each may hold 19 MB. */
const PICTURES_KEPT = 3

interface KeptPicture {
  path: string
  bytes: Uint8Array
  picture: Premultiplied
}

/**
 * Draws slides as the browser does, byte for byte, and with as little memory traffic as can be: fresh memory of 8 MB costs as much as
 * decoding a photo. So photo and pictures are put together in one place, always the same, and only the parts with text go through the canvas.
 */
export function createSlidePainter({ shaper, prepare }: AssetShaper): (input: SlideInput) => Promise<SlidePixels> {
  const context = createCanvas(EXPORT_WIDTH, EXPORT_HEIGHT).getContext('2d')
  const layer = context.createImageData(EXPORT_WIDTH, EXPORT_HEIGHT)
  const kept: KeptPicture[] = []

  async function preparedPicture(path: string, bytes: Uint8Array): Promise<Premultiplied> {
    const known = kept.find((entry) => entry.path === path && Buffer.compare(entry.bytes, bytes) === 0)
    if (known) return known.picture
    const picture = preparePicture(await decodePicture(bytes))
    if (kept.length >= PICTURES_KEPT) kept.shift()
    kept.push({ path, bytes, picture })
    return picture
  }

  async function preparedPictures(files: SlideInput['pictures']): Promise<Map<string, Premultiplied>> {
    const pictures = new Map<string, Premultiplied>()
    for (const [path, bytes] of files) if (bytes) pictures.set(path, await preparedPicture(path, bytes))
    return pictures
  }

  function putTexts(texts: readonly SceneText[]): void {
    const regions = textRegions(texts)
    for (const { left, top, right, bottom } of regions) context.putImageData(layer, 0, 0, left, top, right - left, bottom - top)
    paintTexts<ImageData>(context, texts, 1)
    for (const region of regions) copyRegion(context.getImageData(...cornerAndSize(region)).data, region, layer.data)
  }

  return async ({ slide, photo, pictures: files }) => {
    const [decoded, pictures] = await Promise.all([photo && decodePhoto(photo), preparedPictures(files), prepare([slide])])
    const scene = layoutSlide(slide, shaper)
    putPhoto(decoded, scene, layer.data)
    const source = { picture: (path: string) => pictures.get(path) ?? null }
    blendPictures(scene, source, { data: layer.data, from: 0, to: EXPORT_HEIGHT })
    putTexts(scene.texts)
    return layer.data
  }
}

/** Writes a photo of three bytes a pixel, or the plain backdrop, with its levels applied: four bytes in one step. Machines are little-endian. */
function putPhoto(photo: PixelImage | null, { brightness, contrast }: Scene, target: SlidePixels): void {
  const { width, height, data } = photo ?? backdrop()
  if (width !== EXPORT_WIDTH || height !== EXPORT_HEIGHT) {
    throw new RangeError(`A photo must be ${EXPORT_WIDTH} x ${EXPORT_HEIGHT}, not ${width} x ${height}`)
  }
  const table = levelsTable(brightness, contrast)
  const pixels = new Int32Array(target.buffer, target.byteOffset, width * height)
  const step = data.length / pixels.length
  for (let pixel = 0, i = 0; pixel < pixels.length; pixel++, i += step) {
    const red = table[data[i] as number] as number
    const green = table[data[i + 1] as number] as number
    const blue = table[data[i + 2] as number] as number
    pixels[pixel] = red | (green << 8) | (blue << 16) | OPAQUE
  }
}

const OPAQUE = 0xff << 24

/** Rectangles that hold whole texts each and do not overlap. */
function textRegions(texts: readonly SceneText[]): Region[] {
  const regions: Region[] = []
  for (const { bounds } of texts) {
    let region = onSlide(bounds)
    if (isEmpty(region)) continue
    for (let at = regions.findIndex((other) => overlaps(other, region)); at >= 0;) {
      region = union([region, ...regions.splice(at, 1)])
      at = regions.findIndex((other) => overlaps(other, region))
    }
    regions.push(region)
  }
  return regions
}

function cornerAndSize({ left, top, right, bottom }: Region): [x: number, y: number, width: number, height: number] {
  return [left, top, right - left, bottom - top]
}

function copyRegion(from: Uint8ClampedArray, { left, top, right, bottom }: Region, to: SlidePixels): void {
  const length = (right - left) * 4
  for (let y = top; y < bottom; y++) {
    const at = (y - top) * length
    to.set(from.subarray(at, at + length), (y * EXPORT_WIDTH + left) * 4)
  }
}
