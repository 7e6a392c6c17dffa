import { eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { isStarterPath, STARTER_BACKGROUNDS } from '@ninesixteen/shared/slide/starter-photos'
import type { Tx } from '../db/db.ts'
import { userSettings } from '../db/schema-accounts.ts'

/**
 * Requires every image of a slide to be the user's own, by its key, or a starter photo. Deleted photos are allowed, because an undo can restore
 * them: they render as the plain backdrop, and saving continues.
 */
export function requireOwnPhotos(userId: string, slides: readonly Slide[], field = 'slides'): void {
  const paths = slides.flatMap((slide) => [slide.backgroundImage, slide.logoImage, ...slide.imageBoxes.map((box) => box.imageUrl)])
  const isForeign = (path: string) => !path.startsWith(`${userId}/`) && !isStarterPath(path)
  if (paths.some((path) => path !== null && isForeign(path))) throw new AppError('INVALID_INPUT', { fields: field })
}

/** Storage paths of the backgrounds for a user without photos; none for one who hid the starter photos. */
export async function readStarterBackgrounds(tx: Tx, userId: string): Promise<readonly string[]> {
  const [row] = await tx.select({ isShown: userSettings.starterPhotos }).from(userSettings).where(eq(userSettings.userId, userId))
  return row?.isShown === false ? [] : STARTER_BACKGROUNDS
}
