import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'

/**
 * Every picture of a slide is a file of the same person: its key begins with their id. A photo that was deleted since
 * may still be named (undo can bring it back into a slide); it paints as the plain backdrop, and saving goes on.
 */
export function requireOwnPhotos(userId: string, slides: readonly Slide[], field = 'slides'): void {
  const paths = slides.flatMap((slide) => [slide.backgroundImage, slide.logoImage, ...slide.imageBoxes.map((box) => box.imageUrl)])
  if (paths.some((path) => path !== null && !path.startsWith(`${userId}/`))) throw new AppError('INVALID_INPUT', { fields: field })
}
