import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/limits.ts'
import type { Backdrop, PhotoEffects, PhotoPlacement, Slide } from '../slide/model.ts'
import { sameData } from '../slide/same-data.ts'
import { drawBackdrop } from './backdrop.ts'
import { applyEffects } from './photo-effects.ts'
import { placePhoto } from './photo-placement.ts'
import type { PixelImage } from './pixel-image.ts'
import type { Premultiplied } from './resample.ts'

/** What lies behind the pictures and texts of a slide, before its levels. */
export interface Background {
  /** Storage path; null for the backdrop alone. */
  photo: string | null
  /** Null for the product's own. */
  backdrop: Backdrop | null
  /** Null for the cover rendition as it is. */
  placement: PhotoPlacement | null
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
export function drawBackground({ backdrop, placement, effects }: Background, photo: PixelImage | null, isRough = false): PixelImage {
  if (!photo) return drawBackdrop(backdrop)
  const placed = placement ? placePhoto(photo, placement, { plain: () => drawBackdrop(backdrop), isRough }) : slideSized(photo)
  return effects ? applyEffects(placed, effects) : placed
}

/** Throws RangeError for a picture of another size than the slide's. */
export function slideSized(image: PixelImage): PixelImage {
  const { width, height } = image
  if (width === EXPORT_WIDTH && height === EXPORT_HEIGHT) return image
  throw new RangeError(`A photo must be ${EXPORT_WIDTH} x ${EXPORT_HEIGHT}, not ${width} x ${height}`)
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
  const { photo: path, backdrop, placement, effects } = scene
  const photo = path === null ? null : placement ? source.picture(path) : source.photo(path)
  if (photo && !placement && !effects) return photo
  if (!photo && !backdrop) return drawBackdrop(null)
  const background = { photo: path, backdrop, placement, effects }
  const index = drawn.findIndex((entry) => entry.photo === photo && entry.isRough === isRough && sameData(entry.background, background))
  const [found] = index < 0 ? [] : drawn.splice(index, 1)
  const entry = found ?? { background, photo, isRough, image: drawBackground(background, photo, isRough) }
  drawn.push(entry)
  if (drawn.length > DRAWN_KEPT) drawn.shift()
  return entry.image
}
