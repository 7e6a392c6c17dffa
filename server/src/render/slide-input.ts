import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SlideInput } from './draw-job.ts'

/** Reads the files of a slide by storage path. Null when one is gone: the slide is drawn without it. */
export interface SlideFiles {
  /** The 1080 x 1920 cover rendition of a photo. */
  loadCover(path: string): Promise<Uint8Array | null>
  /** The original of an image box or logo. */
  loadPicture(path: string): Promise<Uint8Array | null>
}

/** Paths of what a slide shows before its photo. */
function picturePaths(slide: Slide): string[] {
  return [...slide.imageBoxes.map((box) => box.imageUrl), ...(slide.logoImage === null ? [] : [slide.logoImage])]
}

/** A slide with all its files, each read once. */
export async function readInput(slide: Slide, files: SlideFiles): Promise<SlideInput> {
  const [photo, pictures] = await Promise.all([
    slide.backgroundImage === null ? null : files.loadCover(slide.backgroundImage),
    Promise.all([...new Set(picturePaths(slide))].map(async (path) => [path, await files.loadPicture(path)] as const)),
  ])
  return { slide, photo, pictures: new Map(pictures) }
}

/** True when a file that the slide names is gone. */
export function lacksFile({ slide, photo, pictures }: SlideInput): boolean {
  return (slide.backgroundImage !== null && photo === null) || [...pictures.values()].includes(null)
}
