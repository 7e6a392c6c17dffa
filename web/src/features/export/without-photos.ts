import type { FileVariant } from '@ninesixteen/shared/api/media'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { imagesOfSlide, photoVariant } from '../../painter/images.ts'
import type { ExportContent } from './export-job.ts'

/** The export without its missing photos, and a message for each of them. */
export interface Missing {
  words: readonly string[]
  rest: ExportContent
}

/** Identifies a variant of a photo. */
export const keyOf = (path: string, variant: FileVariant): string => `${variant} ${path}`

/** The stored images of a slide in all formats of an export, each with its rendition. */
export function imagesOf(slide: Slide, { formats, scale }: Pick<ExportContent, 'formats' | 'scale'>): ReturnType<typeof imagesOfSlide> {
  return formats.flatMap((format) => imagesOfSlide(inFormat(slide, format), scale))
}

/** The slide without its missing images. */
function withoutMissing(slide: Slide, content: ExportContent, isMissing: (path: string, variant: FileVariant) => boolean): Slide {
  const lost = imagesOf(slide, content).filter(({ path, variant }) => isMissing(path, variant))
  if (lost.length === 0) return slide
  const { backgroundImage } = slide
  const backgrounds = content.formats.map((format) => photoVariant(inFormat(slide, format), content.scale))
  return {
    ...slide,
    backgroundImage:
      backgroundImage !== null && backgrounds.some((variant) => isMissing(backgroundImage, variant)) ? null : backgroundImage,
    imageBoxes: slide.imageBoxes.filter((box) => !isMissing(box.imageUrl, 'original')),
    logoImage: slide.logoImage !== null && isMissing(slide.logoImage, 'original') ? null : slide.logoImage,
  }
}

/** Omits the missing photos, given by key; null if the content has none of them. */
export function omitMissing(content: ExportContent, missing: ReadonlySet<string>): Missing | null {
  const { slides, firstNumber, photos } = content
  const isMissing = (path: string, variant: FileVariant): boolean => missing.has(keyOf(path, variant))
  const remaining = slides.map((slide) => withoutMissing(slide, content, isMissing))
  const ofSlides = remaining.flatMap((slide, index) => (slide === slides[index] ? [] : [index + firstNumber]))
  // Photos can repeat; each is named once.
  const ofPhotos = [...new Set(photos ?? [])].flatMap((path, index) => (isMissing(path, 'cover') ? [index + 1] : []))
  const numbers = photos ? [...new Set([...ofPhotos, ...(ofPhotos.length > 0 ? [] : ofSlides)])] : ofSlides
  if (numbers.length === 0) return null
  const rest = { ...content, slides: remaining, photos: photos?.filter((path) => !isMissing(path, 'cover')) ?? null }
  return { words: numbers.map((number) => `Failed to load photo ${number}`), rest }
}
