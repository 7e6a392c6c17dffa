import type { FileVariant } from '@ninesixteen/shared/api/media'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { imagesOfSlide } from '../images.ts'
import type { ResolveUrl } from '../images.ts'

/** The image files of a video. */
export interface VideoFiles {
  /** Starts fetching the images of a slide. */
  start(slide: Slide | undefined): void
  /** Rejects if the file is unavailable. */
  file(path: string, variant: FileVariant): Promise<Blob>
}

/** Fetches each file once, ahead of time. The browser may keep them on disk. */
export function createVideoFiles(resolveUrl: ResolveUrl): VideoFiles {
  const files = new Map<string, Promise<Blob>>()
  const fetchFile = async (path: string, variant: FileVariant): Promise<Blob> => {
    const url = await resolveUrl(path, variant)
    if (url === null) throw new Error('The file no longer exists')
    const response = await fetch(url)
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    return response.blob()
  }
  const file = (path: string, variant: FileVariant): Promise<Blob> => {
    const key = `${variant} ${path}`
    let pending = files.get(key)
    if (!pending) {
      pending = fetchFile(path, variant)
      // The error is thrown when the slide is drawn.
      pending.catch(() => undefined)
      files.set(key, pending)
    }
    return pending
  }
  return {
    file,
    start(slide) {
      for (const { path, variant } of slide ? imagesOfSlide(slide) : []) void file(path, variant)
    },
  }
}
