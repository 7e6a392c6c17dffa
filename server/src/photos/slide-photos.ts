import { and, eq, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { AppError } from '@ninesixteen/shared/errors'
import { isUploadedFont } from '@ninesixteen/shared/slide/fonts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import type { Tx } from '../db/db.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { companies } from '../db/schema-companies.ts'
import { fonts } from '../db/schema-fonts.ts'
import { mediaCompanyLinks, mediaItems } from '../db/schema-photos.ts'

/**
 * Requires every image and uploaded font of a slide to be the user's own, by its key, or a starter photo. Deleted photos are allowed, because an undo can restore
 * them: they render as the plain backdrop, and saving continues.
 */
export function requireOwnPhotos(userId: string, slides: readonly Slide[], field = 'slides'): void {
  const isForeign = (path: string) => !path.startsWith(`${userId}/`) && !isStarterPath(path)
  if (filesOf(slides).some(isForeign)) throw new AppError('INVALID_INPUT', { fields: field })
}

/** Storage paths of all files that slides show: images and uploaded fonts. */
export function filesOf(slides: readonly Slide[]): string[] {
  const paths = slides.flatMap((slide) => [
    slide.backgroundImage,
    slide.logoImage,
    ...slide.imageBoxes.map((box) => box.imageUrl),
    ...slide.textBoxes.map(({ font }) => (isUploadedFont(font) ? font : null)),
  ])
  return paths.filter((path) => path !== null)
}

/**
 * Requires every image of a slide that `earlier` slides don't show to be a photo, the logo or the product photo of the company, or a starter photo, and
 * every uploaded font to be the company's.
 */
export async function requireCompanyPhotos(
  tx: Tx,
  userId: string,
  { companyId, slides, earlier }: { companyId: string; slides: readonly Slide[]; earlier: readonly Slide[] },
): Promise<void> {
  const shown = new Set(filesOf(earlier))
  const added = [...new Set(filesOf(slides))].filter((path) => !shown.has(path) && !isStarterPath(path))
  if (added.length === 0) return
  const photos = tx
    .select({ path: mediaItems.filePath })
    .from(mediaItems)
    .innerJoin(mediaCompanyLinks, eq(mediaCompanyLinks.mediaItemId, mediaItems.id))
    .where(and(eq(mediaItems.userId, userId), eq(mediaCompanyLinks.companyId, companyId), inArray(mediaItems.filePath, added)))
  const logos = tx
    .select({ path: sql<string>`${companies.logoPath}` })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, companyId), inArray(companies.logoPath, added)))
  const productPhotos = tx
    .select({ path: sql<string>`${companies.productPhotoPath}` })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, companyId), inArray(companies.productPhotoPath, added)))
  const ownFonts = tx
    .select({ path: fonts.filePath })
    .from(fonts)
    .where(and(eq(fonts.userId, userId), eq(fonts.companyId, companyId), inArray(fonts.filePath, added)))
  if ((await union(photos, logos, productPhotos, ownFonts)).length < added.length) throw new AppError('API_KEY_COMPANY')
}

/** Whether the user has not hidden the starter photos. */
export async function showsStarterPhotos(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.select({ isShown: userSettings.starterPhotos }).from(userSettings).where(eq(userSettings.userId, userId))
  return row?.isShown !== false
}
