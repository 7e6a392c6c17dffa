import type { FileVariant } from '@ninesixteen/shared/api/media'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { imagesOfSlide } from '../images.ts'
import type { ResolveUrl } from '../images.ts'

/** The files of a film's photos and pictures. */
export interface VideoFiles {
  /** Begins to fetch what a slide shows. */
  start(slide: Slide | undefined): void
  /** Rejects when the file is not to be had. */
  file(path: string, variant: FileVariant): Promise<Blob>
}

/** Each file is fetched once, ahead of its turn. The browser may keep them on disk. */
export function createVideoFiles(resolveUrl: ResolveUrl): VideoFiles {
  const files = new Map<string, Promise<Blob>>()
  const fetchFile = async (path: string, variant: FileVariant): Promise<Blob> => {
    const url = await resolveUrl(path, variant)
    if (url === null) throw new Error('It is not there any more')
    const response = await fetch(url)
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    return response.blob()
  }
  const file = (path: string, variant: FileVariant): Promise<Blob> => {
    const key = `${variant} ${path}`
    let pending = files.get(key)
    if (!pending) {
      pending = fetchFile(path, variant)
      // What was fetched ahead is looked at when its slide is drawn.
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
