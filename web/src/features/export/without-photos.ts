import type { FileVariant } from '@ninesixteen/shared/api/media'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportScale } from '../../painter/export-messages.ts'
import { photoVariant, imagesOfSlide } from '../../painter/images.ts'
import type { ExportContent } from './export-job.ts'

/** What an export would be without the pictures that are gone, and words for each of them. */
export interface Lost {
  words: readonly string[]
  rest: ExportContent
}

/** How a picture is named among those that are lost. */
export const keyOf = (path: string, variant: FileVariant): string => `${variant} ${path}`

/** The slide without pictures that are not to be had. */
function withoutLost(slide: Slide, scale: ExportScale, isLost: (path: string, variant: FileVariant) => boolean): Slide {
  const lost = imagesOfSlide(slide, scale).some(({ path, variant }) => isLost(path, variant))
  if (!lost) return slide
  return {
    ...slide,
    backgroundImage: slide.backgroundImage !== null && isLost(slide.backgroundImage, photoVariant(scale)) ? null : slide.backgroundImage,
    imageBoxes: slide.imageBoxes.filter((box) => !isLost(box.imageUrl, 'original')),
    logoImage: slide.logoImage !== null && isLost(slide.logoImage, 'original') ? null : slide.logoImage,
  }
}

/** Leaves out what is lost; null when nothing is. `lost` holds the keys of pictures. */
export function leaveOut({ slides, firstNumber, scale, photos }: ExportContent, lost: ReadonlySet<string>): Lost | null {
  const isLost = (path: string, variant: FileVariant): boolean => lost.has(keyOf(path, variant))
  const kept = slides.map((slide) => withoutLost(slide, scale, isLost))
  const ofSlides = kept.flatMap((slide, index) => (slide === slides[index] ? [] : [index + firstNumber]))
  // A list of photos may repeat itself: each is named once.
  const ofPhotos = [...new Set(photos ?? [])].flatMap((path, index) => (isLost(path, 'cover') ? [index + 1] : []))
  const numbers = photos ? [...new Set([...ofPhotos, ...(ofPhotos.length > 0 ? [] : ofSlides)])] : ofSlides
  if (numbers.length === 0) return null
  const rest = { slides: kept, firstNumber, scale, photos: photos?.filter((path) => !isLost(path, 'cover')) ?? null }
  return { words: numbers.map((number) => `Failed to load photo ${number}`), rest }
}
