import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { PHOTO_MS, VIDEO_MS } from '@ninesixteen/shared/video/timeline'

/** One picture of a post: a slide that is still to be drawn, or a file that was drawn when the post was made. */
export type Picture = { id: string; slide: Slide } | { id: string; url: string; isVideo: boolean }

/** What is posted, as far as it is known. */
export interface PostContent {
  projectId: string | null
  /** Of the slideshow that the person looks at; null while it is open in the editor, which knows, and for a post that exists. */
  version: number | null
  title: string
  slides: readonly Slide[]
  /** Photos of a multi-photo video, which changes them behind its one slide; null for any other slideshow. */
  photos: readonly string[] | null
  /** Files of a post that exists; null for one that is still to be made. */
  files: readonly Picture[] | null
  /** What the post that exists is; null for one that is still to be made. */
  fixedKind: PostKind | null
}

/** How a slideshow becomes a video. */
export interface FilmChoice {
  seconds: number
  crossFade: boolean
}

/** Milliseconds each picture of a video stands. */
export function pictureMs({ photos }: Pick<PostContent, 'photos'>, film: FilmChoice): number {
  return photos ? PHOTO_MS : film.seconds * 1000
}

/** The pictures in their order: those of the post, or those the film goes through. */
export function picturesOf({ slides, photos, files }: PostContent): Picture[] {
  if (files) return [...files]
  const [slide] = slides
  if (photos && slide) return photos.map((path, index) => ({ id: `${slide.id} ${index}`, slide: { ...slide, backgroundImage: path } }))
  return slides.map((each) => ({ id: each.id, slide: each }))
}

export function secondsOf(content: PostContent, kind: PostKind, film: FilmChoice): number {
  if (kind === 'slides') return 0
  return content.photos ? VIDEO_MS / 1000 : content.slides.length * film.seconds
}
