import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'

/**
 * Requires every image of a slide to be the user's own, by its key. Deleted photos are allowed, because an undo can restore them: they
 * render as the plain backdrop, and saving continues.
 */
export function requireOwnPhotos(userId: string, slides: readonly Slide[], field = 'slides'): void {
  const paths = slides.flatMap((slide) => [slide.backgroundImage, slide.logoImage, ...slide.imageBoxes.map((box) => box.imageUrl)])
  if (paths.some((path) => path !== null && !path.startsWith(`${userId}/`))) throw new AppError('INVALID_INPUT', { fields: field })
}
