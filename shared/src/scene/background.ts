import { exportSize, MAIN_FORMAT } from '../slide/formats.ts'
import type { Size } from '../slide/formats.ts'
import type { Backdrop, PhotoEffects, PhotoPlacement, Slide } from '../slide/model.ts'
import { sameData } from '../slide/same-data.ts'
import { drawBackdrop } from './backdrop.ts'
import { applyEffects } from './photo-effects.ts'
import { cutCover, placePhoto } from './photo-placement.ts'
import type { PixelImage } from './pixel-image.ts'
import type { Premultiplied } from './resample.ts'

/** The background of a slide, behind its pictures and texts, before its levels. */
export interface Background {
  /** Pixels of the slide. */
  size: Size
  /** Storage path; null for the backdrop alone. */
  photo: string | null
  /** Null for the product's own. */
  backdrop: Backdrop | null
  /** Null for the cover rendition as it is. */
  placement: PhotoPlacement | null
  /** Share of the cover rendition's height that stays in the middle where a format cuts it. */
  focus: number
  effects: PhotoEffects | null
}

/** Decoded pictures by storage path. Null while one is loading or when it is lost. */
export interface PhotoSource {
  /** A photo in the size of the slide: its cover rendition. */
  photo(path: string): PixelImage | null
  /** The original of a placed photo, an image box or a logo, through `prepareImage`. */
  picture(path: string): Premultiplied | null
  /** Draws a placed photo roughly, in a fraction of the time: for a photo that moves. */
  isRough?: boolean
}

/** Whether a slide's photo is drawn from its original: the cover rendition has lost what a placement can show. */
export function needsOriginal({ photoPlacement }: Pick<Slide, 'photoPlacement'>): boolean {
  return photoPlacement !== undefined
}

/** RGBA or RGB in the size of the slide. The photo is an original if the background places it, else a cover rendition, or null. */
export function drawBackground(background: Background, photo: PixelImage | null, isRough = false): PixelImage {
  const { size, backdrop, placement, focus, effects } = background
  if (!photo) return drawBackdrop(backdrop, size)
  const plain = (): PixelImage => drawBackdrop(backdrop, size)
  const placed = placement ? placePhoto(photo, placement, { size, plain, isRough }) : cutCover(sizedAs(photo, COVER_SIZE), size, focus)
  return effects ? applyEffects(placed, effects) : placed
}

const COVER_SIZE = exportSize(MAIN_FORMAT)

const isSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

/** Throws RangeError for a picture of another size. */
export function sizedAs(image: PixelImage, size: Size): PixelImage {
  if (isSize(image, size)) return image
  throw new RangeError(`A photo must be ${size.width} x ${size.height}, not ${image.width} x ${image.height}`)
}

interface Drawn {
  background: Background
  photo: PixelImage | null
  isRough: boolean
  image: PixelImage
}

/** Backgrounds that had to be drawn, most recently used last. Each holds 8 MB. */
const drawn: Drawn[] = []
const DRAWN_KEPT = 4

/** The background of a scene; the same object while nothing about it changes. */
export function backgroundOf(scene: Background, source: PhotoSource): PixelImage {
  const isRough = source.isRough ?? false
  const { size, photo: path, backdrop, placement, focus, effects } = scene
  const photo = path === null ? null : placement ? source.picture(path) : source.photo(path)
  if (photo && !placement && !effects && isSize(size, COVER_SIZE)) return photo
  if (!photo && !backdrop) return drawBackdrop(null, size)
  const background = { size, photo: path, backdrop, placement, focus, effects }
  const index = drawn.findIndex((entry) => entry.photo === photo && entry.isRough === isRough && sameData(entry.background, background))
  const [found] = index < 0 ? [] : drawn.splice(index, 1)
  const entry = found ?? { background, photo, isRough, image: drawBackground(background, photo, isRough) }
  drawn.push(entry)
  if (drawn.length > DRAWN_KEPT) drawn.shift()
  return entry.image
}
