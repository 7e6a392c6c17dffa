import type { Slide } from '../slide/model.ts'

/** The facts a stored project shows about itself. */
export interface StoredSlides {
  slides: readonly Pick<Slide, 'title' | 'textBoxes'>[]
}

/**
 * Whether a stored project is opened as a multi-photo video: exactly one slide, which has "video" or "motivational" in its
 * title, or a single text box. Every other project is opened as a numbered list.
 */
export function isVideoProject({ slides }: StoredSlides): boolean {
  const [slide, ...others] = slides
  if (!slide || others.length > 0) return false
  return /video|motivational/i.test(slide.title) || slide.textBoxes.length === 1
}
