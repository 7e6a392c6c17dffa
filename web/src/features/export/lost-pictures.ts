import type { FileVariant } from '@ninesixteen/shared/api/media'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../api/file-urls.ts'
import { picturesOfSlide } from '../../painter/pictures.ts'
import type { ExportContent } from './export-job.ts'

/** What an export would be without the pictures that are gone, and words for each of them. */
export interface Lost {
  words: readonly string[]
  rest: ExportContent
}

const keyOf = (path: string, variant: FileVariant): string => `${variant} ${path}`

/** Whether a stored picture can be had now. The request is the one the painter makes a moment later; the browser then has it at hand. */
async function canBeHad(path: string, variant: FileVariant, signal: AbortSignal): Promise<boolean> {
  const url = await fileUrl(path, variant)
  if (url === null) return false
  try {
    const response = await fetch(url, { signal })
    await response.arrayBuffer()
    return response.ok
  } catch (cause) {
    signal.throwIfAborted()
    console.info(`A picture could not be loaded (${path}).`, cause)
    return false
  }
}

/** The slide without pictures that are not to be had. */
function withoutLost(slide: Slide, isLost: (path: string, variant: FileVariant) => boolean): Slide {
  const lost = picturesOfSlide(slide).some(({ path, variant }) => isLost(path, variant))
  if (!lost) return slide
  return {
    ...slide,
    backgroundImage: slide.backgroundImage !== null && isLost(slide.backgroundImage, 'cover') ? null : slide.backgroundImage,
    imageBoxes: slide.imageBoxes.filter((box) => !isLost(box.imageUrl, 'original')),
    logoImage: slide.logoImage !== null && isLost(slide.logoImage, 'original') ? null : slide.logoImage,
  }
}

/** Leaves out what is lost; null when nothing is. Pure: `lost` holds `variant path`. */
export function leaveOut({ slides, firstNumber, photos }: ExportContent, lost: ReadonlySet<string>): Lost | null {
  const isLost = (path: string, variant: FileVariant): boolean => lost.has(keyOf(path, variant))
  const kept = slides.map((slide) => withoutLost(slide, isLost))
  const ofSlides = kept.flatMap((slide, index) => (slide === slides[index] ? [] : [index + firstNumber]))
  // A list of photos may repeat itself: each is named once.
  const ofPhotos = [...new Set(photos ?? [])].flatMap((path, index) => (isLost(path, 'cover') ? [index + 1] : []))
  const numbers = photos ? [...new Set([...ofPhotos, ...(ofPhotos.length > 0 ? [] : ofSlides)])] : ofSlides
  if (numbers.length === 0) return null
  const rest = { slides: kept, firstNumber, photos: photos?.filter((path) => !isLost(path, 'cover')) ?? null }
  return { words: numbers.map((number) => `Failed to load photo ${number}`), rest }
}

/** Looks for every picture of an export. Null when all are there. */
export async function findLost(content: ExportContent, signal: AbortSignal): Promise<Lost | null> {
  const wanted = new Map<string, { path: string; variant: FileVariant }>()
  const photos = (content.photos ?? []).map((path) => ({ path, variant: 'cover' as const }))
  for (const one of [...content.slides.flatMap(picturesOfSlide), ...photos]) wanted.set(keyOf(one.path, one.variant), one)
  const lost = await Promise.all(
    [...wanted].map(async ([key, { path, variant }]) => ((await canBeHad(path, variant, signal)) ? [] : [key])),
  )
  return leaveOut(content, new Set(lost.flat()))
}
