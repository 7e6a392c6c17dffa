import { SCRIM_MOST, TINT_MOST } from '../slide/limits.ts'
import type { PhotoEffects, PhotoFilter } from '../slide/model.ts'
import { channelsOf } from './backdrop.ts'
import { blurPixels } from './blur.ts'
import { divideBy255 } from './pixel-image.ts'
import type { PixelImage } from './pixel-image.ts'
import { fullSpan, halve, resizePart } from './resample.ts'
import type { Premultiplied } from './resample.ts'

/** Share of light that the corners lose at level 10. */
const VIGNETTE_MOST = 0.8
/** A vignette begins at this square of the distance from the middle, where 1 is the middle of an edge and 2 a corner. */
const VIGNETTE_START = 0.4
/** Fixed-point one of the vignette. */
const ONE = 2 ** 16

/** Factors of red, green and blue. */
const WARMTH = { warm: [1.08, 1.01, 0.88], cool: [0.9, 1, 1.1] } as const

/** A photo with its effects, RGBA. The photo has the size of the slide, and three or four bytes a pixel. */
export function applyEffects(photo: PixelImage, { filter, blur = 0, tint, scrim, vignette = 0 }: PhotoEffects): PixelImage {
  const { width, height } = photo
  const image = { width, height, data: filtered(photo, filter) }
  const soft = blur > 0 ? { ...image, data: softened(image, blur) } : image
  if (tint && tint.amount > 0) addTint(soft.data, channelsOf(tint.color), Math.round((255 * TINT_MOST * tint.amount) / 10))
  if (scrim && scrim.amount > 0) addScrim(soft, scrim)
  if (vignette > 0) addVignette(soft, Math.round((256 * VIGNETTE_MOST * vignette) / 10))
  return soft
}

function filtered({ data, width, height }: PixelImage, filter: PhotoFilter | undefined): Uint8Array {
  const result = new Uint8Array(width * height * 4)
  const step = data.length / (width * height)
  const factors = filter === 'warm' || filter === 'cool' ? WARMTH[filter] : [1, 1, 1]
  const tables = factors.map((factor) => Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round(value * factor))))
  const [reds, greens, blues] = tables as [Uint8Array, Uint8Array, Uint8Array]
  for (let i = 0, o = 0; o < result.length; i += step, o += 4) {
    const [red, green, blue] = [data[i] as number, data[i + 1] as number, data[i + 2] as number]
    if (filter === 'mono') result.fill((77 * red + 150 * green + 29 * blue + 128) >> 8, o, o + 3)
    else {
      result[o] = reds[red] as number
      result[o + 1] = greens[green] as number
      result[o + 2] = blues[blue] as number
    }
    result[o + 3] = 255
  }
  return result
}

/** At a quarter of the size, where a wide blur costs a sixteenth and loses nothing that it keeps. */
function softened(image: Premultiplied, level: number): Uint8Array {
  const quarter = halve(halve(image))
  blurPixels(quarter, level)
  return resizePart(quarter, fullSpan(image.width), fullSpan(image.height)).data
}

function addTint(data: Uint8Array, [red, green, blue]: readonly [number, number, number], alpha: number): void {
  const rest = 255 - alpha
  for (let i = 0; i < data.length; i += 4) {
    data[i] = divideBy255((data[i] as number) * rest + red * alpha)
    data[i + 1] = divideBy255((data[i + 1] as number) * rest + green * alpha)
    data[i + 2] = divideBy255((data[i + 2] as number) * rest + blue * alpha)
  }
}

/** A row's color is mixed in once: its share falls smoothly, so that no edge shows. */
function addScrim({ width, height, data }: Premultiplied, { color, amount, full, end }: NonNullable<PhotoEffects['scrim']>): void {
  const row = new Uint8Array(width * 4)
  for (let y = 0; y < height; y++) {
    const share = (y + 0.5) / height
    const isFull = full <= end ? share <= full : share >= full
    const left = isFull ? 1 : Math.max(0, Math.min(1, (end - share) / (end - full)))
    const alpha = Math.round((255 * SCRIM_MOST * amount * left * left * (3 - 2 * left)) / 10)
    if (alpha === 0) continue
    row.set(data.subarray(y * width * 4, (y + 1) * width * 4))
    addTint(row, channelsOf(color), alpha)
    data.set(row, y * width * 4)
  }
}

/** Squares of the distances from the middle, from 0 to ONE. */
function squares(length: number): Int32Array {
  const last = length - 1
  return Int32Array.from({ length }, (_, at) => Math.round(((2 * at - last) / last) ** 2 * ONE))
}

/** `strength` is the loss of light in the corners, of 256. */
function addVignette({ width, height, data }: Premultiplied, strength: number): void {
  const [across, down] = [squares(width), squares(height)]
  const start = Math.round(VIGNETTE_START * ONE)
  const slope = strength / (2 * ONE - start)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const beyond = (across[x] as number) + (down[y] as number) - start
      if (beyond <= 0) continue
      const light = 256 - Math.round(beyond * slope)
      data[i] = ((data[i] as number) * light + 128) >> 8
      data[i + 1] = ((data[i + 1] as number) * light + 128) >> 8
      data[i + 2] = ((data[i + 2] as number) * light + 128) >> 8
    }
  }
}
