import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { PHOTO_MS, VIDEO_FPS, VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import { slideshowVideo, type VideoBeats } from '@ninesixteen/shared/video/video-spec'

/** An image of a post: a slide to paint, or a file rendered when the post was created. */
export type PostImage = { id: string; slide: Slide } | { id: string; url: string; isVideo: boolean }

/** The slideshow or files to post. */
export interface PostContent {
  projectId: string | null
  /** The slideshow's version; null for an existing post and while the slideshow is open in the editor, which has the version. */
  version: number | null
  title: string
  slides: readonly Slide[]
  /** Photos that a multi-photo video shows behind its only slide; null for any other slideshow. */
  photos: readonly string[] | null
  /** Rendered files of an existing post; null for a new one. */
  files: readonly PostImage[] | null
  /** Kind of an existing post; null for a new one. */
  fixedKind: PostKind | null
}

export interface VideoOptions {
  seconds: number
  crossFade: boolean
  motion: boolean
  /** Null where slides don't change on beats. */
  beats: VideoBeats | null
}

/** Milliseconds that a video shows each image, in order. */
export function imageMs({ slides, photos }: Pick<PostContent, 'slides' | 'photos'>, video: VideoOptions): number[] {
  if (photos) return Array.from({ length: Math.ceil(VIDEO_MS / PHOTO_MS) }, () => PHOTO_MS)
  if (slides.length === 0) return []
  return slideshowVideo(slides, video).pictures.map(({ frames }) => (frames / VIDEO_FPS) * 1000)
}

/** The images in order: of the post, or of the frames of the video. */
export function imagesOf({ slides, photos, files }: PostContent): PostImage[] {
  if (files) return [...files]
  const [slide] = slides
  if (photos && slide) return photos.map((path, index) => ({ id: `${slide.id} ${index}`, slide: { ...slide, backgroundImage: path } }))
  return slides.map((item) => ({ id: item.id, slide: item }))
}

export function secondsOf(content: PostContent, kind: PostKind, video: VideoOptions): number {
  if (kind === 'slides') return 0
  return content.photos ? VIDEO_MS / 1000 : imageMs(content, video).reduce((sum, ms) => sum + ms, 0) / 1000
}
