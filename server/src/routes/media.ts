import { and, desc, eq, inArray } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { files, mediaCompanyLinks, mediaItems } from '../db/schema.ts'
import { mediaItem, removeFiles } from '../storage/pictures.ts'
import { requireOwnCompany } from './companies.ts'
import { guarded } from './contract.ts'

export const mediaRoutes = {
  list: guarded.media.list.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      const links = await tx.select().from(mediaCompanyLinks).where(eq(mediaCompanyLinks.userId, userId))
      const linked = Map.groupBy(links, (link) => link.mediaItemId)
      const rows = await tx
        .select()
        .from(mediaItems)
        .where(eq(mediaItems.userId, userId))
        .orderBy(desc(mediaItems.createdAt), desc(mediaItems.id))
      const items = rows.map((row) =>
        mediaItem(
          row,
          (linked.get(row.id) ?? []).map((link) => link.companyId),
        ),
      )
      return companyId ? items.filter((item) => item.companyIds.includes(companyId)) : items
    }),
  ),

  remove: guarded.media.remove.handler(async ({ context: { services, userId }, input }) => {
    const paths = await services.db.asUser(userId, async (tx) => {
      const rows = await ownedItems(tx, userId, input.ids)
      const found = rows.map((row) => row.filePath)
      await tx
        .update(files)
        .set({ state: 'deleting' })
        .where(and(eq(files.userId, userId), inArray(files.path, found)))
      await tx.delete(mediaItems).where(and(eq(mediaItems.userId, userId), inArray(mediaItems.id, input.ids)))
      return found
    })
    // From here on the photos are gone for the person; what fails below is finished by the sweep.
    await removeFiles(services, userId, paths).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Deleted files are left to the sweep'),
    )
  }),

  link: guarded.media.link.handler(({ context: { services, userId }, input: { ids, companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      await requireOwnCompany(tx, userId, companyId)
      const links = [...new Set(ids)].map((mediaItemId) => ({ userId, mediaItemId, companyId }))
      // A pair that is linked already stays as it is.
      await tx.insert(mediaCompanyLinks).values(links).onConflictDoNothing()
    }),
  ),

  unlink: guarded.media.unlink.handler(({ context: { services, userId }, input: { ids, companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      const pairs = and(eq(mediaCompanyLinks.companyId, companyId), inArray(mediaCompanyLinks.mediaItemId, ids))
      await tx.delete(mediaCompanyLinks).where(and(eq(mediaCompanyLinks.userId, userId), pairs))
    }),
  ),
}

/** All of them or none: one id that is not the caller's refuses the whole call. */
async function ownedItems(tx: Tx, userId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await tx
    .select({ id: mediaItems.id, filePath: mediaItems.filePath })
    .from(mediaItems)
    .where(and(eq(mediaItems.userId, userId), inArray(mediaItems.id, wanted)))
    .for('update')
  if (rows.length !== wanted.length) throw new AppError(wanted.length === 1 ? 'MEDIA_NOT_FOUND' : 'MEDIA_SOME_NOT_FOUND')
  return rows
}
