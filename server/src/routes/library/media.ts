import { and, eq, sql } from 'drizzle-orm'
import type { LibraryPhoto, MediaItem } from '@ninesixteen/shared/api/media'
import { TAGS_PER_PHOTO_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { isDatabaseDown } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import { mediaCompanyLinks, mediaItems } from '../../db/schema-photos.ts'
import type { Services } from '../services.ts'
import { suggestPhotos } from '../../generation/suggest-photos.ts'
import { markForDeletion, removeMarked } from '../../storage/sweep/mark-for-deletion.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { quotaOf } from '../../storage/storage-quota.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'
import { usageOf } from './media-usage.ts'
import { readIds, readCounts, readSummary, readTags } from './photo-numbers.ts'
import { readCursors, readPage, readNewest } from './photo-pages.ts'
import { readVideoPhotos } from './video-photos.ts'

export const mediaRoutes = {
  list: guarded.media.list.handler(async ({ context: { services, userId }, input: { limit, companyId, ...page } }) => {
    if (limit === undefined) return services.db.asUser(userId, (tx) => readNewest(tx, userId, companyId))
    const section = page.section ?? companyId
    const { rows, next } = await services.db.asUser(userId, (tx) => readPage(tx, userId, { ...page, section, limit }))
    return { items: withThumbnails(services, rows), next }
  }),

  page: guarded.media.page.handler(async ({ context: { services, userId }, input }) => {
    const { rows, next, total, storage } = await services.db.asUser(userId, async (tx) => ({
      ...(await readPage(tx, userId, { ...input, search: '', sort: 'newest' })),
      total: await tx.$count(mediaItems, eq(mediaItems.userId, userId)),
      storage: await quotaOf(tx, userId, services.settings.now().storageQuota),
    }))
    return { items: withThumbnails(services, rows), total, next, storage }
  }),

  overview: guarded.media.overview.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => ({
      ...(await readCounts(tx, userId, input)),
      storage: await quotaOf(tx, userId, services.settings.now().storageQuota),
    })),
  ),

  marks: guarded.media.marks.handler(async ({ context: { services, userId }, input }) => ({
    marks: await services.db.asUser(userId, (tx) => readCursors(tx, userId, input)),
  })),

  ids: guarded.media.ids.handler(async ({ context: { services, userId }, input }) => ({
    ids: await services.db.asUser(userId, (tx) => readIds(tx, userId, input)),
  })),

  tags: guarded.media.tags.handler(({ context: { services, userId } }) => services.db.asUser(userId, (tx) => readTags(tx, userId))),

  summary: guarded.media.summary.handler(({ context: { services, userId }, input: { ids } }) =>
    services.db.asUser(userId, async (tx) => {
      requireAll(ids, await tx.select({ id: mediaItems.id }).from(mediaItems).where(isOneOf(userId, ids)))
      return readSummary(tx, userId, ids)
    }),
  ),

  videoPhotos: guarded.media.videoPhotos.handler(async ({ context: { services, userId }, input }) => ({
    photos: await readVideoPhotos(services.db, userId, input),
  })),

  usage: guarded.media.usage.handler(({ context: { services, userId }, input: { ids } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await ownedItems(tx, userId, ids)
      return usageOf(
        tx,
        userId,
        rows.map((row) => row.filePath),
      )
    }),
  ),

  suggest: guarded.media.suggest.handler(({ context: { services, userId }, input }) => suggestPhotos(services.db, userId, input)),

  tag: guarded.media.tag.handler(({ context: { services, userId }, input: { ids, add, remove } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      const remaining = sql`unnest(${mediaItems.tags} || ${sql.param(add)}::text[]) as tag where tag <> all(${sql.param(remove)}::text[])`
      const tags = sql`(select coalesce(array_agg(distinct tag order by tag), '{}') from ${remaining})`
      const rows = await tx
        .update(mediaItems)
        .set({ tags })
        .where(isOneOf(userId, ids))
        .returning({ id: mediaItems.id, tags: mediaItems.tags })
      if (rows.some((row) => row.tags.length > TAGS_PER_PHOTO_MAX)) throw new AppError('MEDIA_TOO_MANY_TAGS', { limit: TAGS_PER_PHOTO_MAX })
      return rows
    }),
  ),

  remove: guarded.media.remove.handler(async ({ context: { services, userId }, input: { ids } }) => {
    const paths = await services.db.asUser(userId, async (tx) => {
      const rows = await ownedItems(tx, userId, ids)
      await tx.delete(mediaItems).where(isOneOf(userId, ids))
      return markForDeletion(
        tx,
        userId,
        rows.map((row) => row.filePath),
      )
    })
    await removeMarked(services, userId, paths)
  }),

  link: guarded.media.link.handler(({ context: { services, userId }, input: { ids, companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      await requireOwnCompany(tx, userId, companyId)
      // Existing links stay unchanged.
      await tx.execute(sql`
        insert into media_company_links (user_id, media_item_id, company_id)
        select ${userId}, id, ${companyId}::uuid from unnest(${sql.param([...new Set(ids)])}::uuid[]) as id
        on conflict do nothing`)
    }),
  ),

  unlink: guarded.media.unlink.handler(({ context: { services, userId }, input: { ids, companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      const pairs = and(eq(mediaCompanyLinks.companyId, companyId), sql`${mediaCompanyLinks.mediaItemId} = any(${sql.param(ids)}::uuid[])`)
      await tx.delete(mediaCompanyLinks).where(and(eq(mediaCompanyLinks.userId, userId), pairs))
    }),
  ),
}

/** One array parameter instead of one per id: it may hold a whole library. */
function isOneOf(userId: string, ids: readonly string[]) {
  return and(eq(mediaItems.userId, userId), sql`${mediaItems.id} = any(${sql.param(ids)}::uuid[])`)
}

/** All or nothing: a single foreign id rejects the whole request. */
async function ownedItems(tx: Tx, userId: string, ids: readonly string[]) {
  const rows = await tx
    .select({ id: mediaItems.id, filePath: mediaItems.filePath })
    .from(mediaItems)
    .where(isOneOf(userId, ids))
    .for('update')
    .catch((error: unknown) => {
      throw isDatabaseDown(error) ? error : new AppError('MEDIA_UNVERIFIED', {}, { cause: error })
    })
  requireAll(ids, rows)
  return rows
}

function requireAll(ids: readonly string[], rows: readonly unknown[]): void {
  const wanted = new Set(ids).size
  if (rows.length !== wanted) throw new AppError(wanted === 1 ? 'MEDIA_NOT_FOUND' : 'MEDIA_SOME_NOT_FOUND')
}

function withThumbnails({ config }: Services, rows: readonly MediaItem[]): LibraryPhoto[] {
  const signer = createUrlSigner(config)
  return rows.map((row) => ({ ...row, thumbnailUrl: signer.sign(`/files/thumbnail/${row.filePath}`) }))
}
