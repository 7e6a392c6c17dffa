import type { UploadedFile } from '@ninesixteen/shared/api/media'
import type { Tx } from '../db/db.ts'
import { mediaCompanyLinks } from '../db/schema-photos.ts'

/** Links a stored photo to the company that it was added for, if any. */
export async function linkToCompany(
  tx: Tx,
  userId: string,
  { media, companyId }: Pick<UploadedFile, 'media'> & { companyId: string | null },
): Promise<void> {
  if (companyId === null || !media) return
  await tx.insert(mediaCompanyLinks).values({ userId, mediaItemId: media.id, companyId }).onConflictDoNothing()
}
