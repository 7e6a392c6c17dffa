import type { FileVariant } from '@ninesixteen/shared/api/media'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportScale } from '../../painter/export-messages.ts'
import { photoVariant, imagesOfSlide } from '../../painter/images.ts'
import type { ExportContent } from './export-job.ts'

/** The export without its missing photos, and a message for each of them. */
export interface Missing {
  words: readonly string[]
  rest: ExportContent
}

/** Identifies a variant of a photo. */
export const keyOf = (path: string, variant: FileVariant): string => `${variant} ${path}`

/** The slide without its missing images. */
function withoutMissing(slide: Slide, scale: ExportScale, isMissing: (path: string, variant: FileVariant) => boolean): Slide {
  const hasMissing = imagesOfSlide(slide, scale).some(({ path, variant }) => isMissing(path, variant))
  if (!hasMissing) return slide
  return {
    ...slide,
    backgroundImage:
      slide.backgroundImage !== null && isMissing(slide.backgroundImage, photoVariant(slide, scale)) ? null : slide.backgroundImage,
    imageBoxes: slide.imageBoxes.filter((box) => !isMissing(box.imageUrl, 'original')),
    logoImage: slide.logoImage !== null && isMissing(slide.logoImage, 'original') ? null : slide.logoImage,
  }
}

/** Omits the missing photos, given by key; null if the content has none of them. */
export function omitMissing({ slides, firstNumber, scale, photos }: ExportContent, missing: ReadonlySet<string>): Missing | null {
  const isMissing = (path: string, variant: FileVariant): boolean => missing.has(keyOf(path, variant))
  const remaining = slides.map((slide) => withoutMissing(slide, scale, isMissing))
  const ofSlides = remaining.flatMap((slide, index) => (slide === slides[index] ? [] : [index + firstNumber]))
  // Photos can repeat; each is named once.
  const ofPhotos = [...new Set(photos ?? [])].flatMap((path, index) => (isMissing(path, 'cover') ? [index + 1] : []))
  const numbers = photos ? [...new Set([...ofPhotos, ...(ofPhotos.length > 0 ? [] : ofSlides)])] : ofSlides
  if (numbers.length === 0) return null
  const rest = { slides: remaining, firstNumber, scale, photos: photos?.filter((path) => !isMissing(path, 'cover')) ?? null }
  return { words: numbers.map((number) => `Failed to load photo ${number}`), rest }
}
