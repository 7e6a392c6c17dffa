import { AppError } from '@ninesixteen/shared/errors'
import { needsOriginal } from '@ninesixteen/shared/scene/background'
import { uploadedFontsOf, type UploadedFontId } from '@ninesixteen/shared/slide/fonts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SlideInput } from './render-job.ts'

/** Reads the files of a slide by storage path. Null if one is missing: the slide is rendered without it. */
export interface SlideFiles {
  /** The 1080 x 1920 cover rendition of a photo. */
  loadCover(path: string): Promise<Uint8Array | null>
  /** The original of a placed photo, an image box or logo, or the file of an uploaded font. */
  loadOriginal(path: string): Promise<Uint8Array | null>
  /** The track of a video's sound. Absent where there are none. */
  loadSound?(path: string): Promise<Uint8Array | null>
}

/** Paths of the images in front of the background photo. */
function picturePaths(slide: Slide): string[] {
  return [...slide.imageBoxes.map((box) => box.imageUrl), ...(slide.logoImage === null ? [] : [slide.logoImage])]
}

/** Maximum total size of a slide's files, which are in memory here and in its thread. */
const FILE_BYTES_MAX = 40_000_000

/** Loads a slide with all its files, each once. Throws SLIDE_TOO_COMPLEX if they are too large, and FONT_MISSING without an uploaded font. */
export async function readInput(slide: Slide, files: SlideFiles): Promise<SlideInput> {
  const load = needsOriginal(slide) ? files.loadOriginal : files.loadCover
  const photo = slide.backgroundImage === null ? null : await load(slide.backgroundImage)
  const images = new Map<string, Uint8Array | null>()
  let bytes = photo?.byteLength ?? 0
  const fonts = new Map<UploadedFontId, Uint8Array>()
  for (const id of uploadedFontsOf(slide)) {
    const font = await files.loadOriginal(id)
    if (!font) throw new AppError('FONT_MISSING')
    fonts.set(id, font)
    bytes += font.byteLength
    if (bytes > FILE_BYTES_MAX) throw new AppError('SLIDE_TOO_COMPLEX')
  }
  for (const path of new Set(picturePaths(slide))) {
    const picture = await files.loadOriginal(path)
    images.set(path, picture)
    bytes += picture?.byteLength ?? 0
    if (bytes > FILE_BYTES_MAX) throw new AppError('SLIDE_TOO_COMPLEX')
  }
  return { slide, photo, images, fonts }
}

/** Whether a file of the slide is missing. */
export function isFileMissing({ slide, photo, images }: SlideInput): boolean {
  return (slide.backgroundImage !== null && photo === null) || [...images.values()].includes(null)
}
