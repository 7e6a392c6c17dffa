import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { MediaPage } from '@ninesixteen/shared/api/media'
import { TAGS_PER_PHOTO_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { isDatabaseDown } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import { mediaCompanyLinks, mediaItems } from '../../db/schema.ts'
import { mediaItem } from '../../storage/pictures/pictures.ts'
import { letGo, removeReleased } from '../../storage/sweep/release-files.ts'
import { createUrlSigner } from '../../storage/pictures/signed-url.ts'
import { roomOf } from '../../storage/storage-quota.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'
import { usageOf } from './media-usage.ts'

export const mediaRoutes = {
  list: guarded.media.list.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await tx
        .select()
        .from(mediaItems)
        .where(eq(mediaItems.userId, userId))
        .orderBy(desc(mediaItems.createdAt), desc(mediaItems.id))
      const linked = await linksOf(tx, userId)
      const items = rows.map((row) => mediaItem(row, linked(row.id)))
      return companyId ? items.filter((item) => item.companyIds.includes(companyId)) : items
    }),
  ),

  page: guarded.media.page.handler(async ({ context: { services, userId }, input: { limit, after } }) => {
    const signer = createUrlSigner(services.config)
    const { rows, storage, ...page } = await services.db.asUser(userId, async (tx) => ({
      ...(await readPage(tx, userId, { limit, after: after && place(after) })),
      storage: await roomOf(tx, userId, services.settings.now().storageQuota),
    }))
    const items = rows.map((item) => ({ ...item, thumbnailUrl: signer.sign(`/files/thumbnail/${item.filePath}`) }))
    return { ...page, items, storage } satisfies MediaPage
  }),

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

  tag: guarded.media.tag.handler(({ context: { services, userId }, input: { ids, add, remove } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      const kept = sql`unnest(${mediaItems.tags} || ${sql.param(add)}::text[]) as tag where tag <> all(${sql.param(remove)}::text[])`
      const tags = sql`(select coalesce(array_agg(distinct tag order by tag), '{}') from ${kept})`
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
      return letGo(
        tx,
        userId,
        rows.map((row) => row.filePath),
      )
    })
    await removeReleased(services, userId, paths)
  }),

  link: guarded.media.link.handler(({ context: { services, userId }, input: { ids, companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownedItems(tx, userId, ids)
      await requireOwnCompany(tx, userId, companyId)
      // A pair that is linked already stays as it is.
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

/** One array and not a place-holder for each id: a whole library may be meant. */
function isOneOf(userId: string, ids: readonly string[]) {
  return and(eq(mediaItems.userId, userId), sql`${mediaItems.id} = any(${sql.param(ids)}::uuid[])`)
}

/** All of them or none: one id that is not the caller's refuses the whole call. */
async function ownedItems(tx: Tx, userId: string, ids: readonly string[]) {
  const wanted = new Set(ids).size
  const rows = await tx
    .select({ id: mediaItems.id, filePath: mediaItems.filePath })
    .from(mediaItems)
    .where(isOneOf(userId, ids))
    .for('update')
    .catch((error: unknown) => {
      throw isDatabaseDown(error) ? error : new AppError('MEDIA_UNVERIFIED', {}, { cause: error })
    })
  if (rows.length !== wanted) throw new AppError(wanted === 1 ? 'MEDIA_NOT_FOUND' : 'MEDIA_SOME_NOT_FOUND')
  return rows
}

/** The companies of each photo; of all photos where none are named. */
async function linksOf(tx: Tx, userId: string, ids?: string[]): Promise<(id: string) => string[]> {
  const among = ids && inArray(mediaCompanyLinks.mediaItemId, ids)
  const links = await tx
    .select()
    .from(mediaCompanyLinks)
    .where(and(eq(mediaCompanyLinks.userId, userId), among))
  const linked = Map.groupBy(links, (link) => link.mediaItemId)
  return (id) => (linked.get(id) ?? []).map((link) => link.companyId)
}

/** Where a page ended: the moment in microseconds, as exact as the database has it, and the photo's id. */
interface Place {
  micros: string
  id: string
}

function place(cursor: string): Place {
  const [, micros, id] = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (!micros || !id) throw new AppError('INVALID_INPUT', { fields: 'after' })
  return { micros, id }
}

async function readPage(tx: Tx, userId: string, { limit, after }: { limit: number; after: Place | undefined | '' }) {
  const mine = eq(mediaItems.userId, userId)
  const micros = sql<string>`(extract(epoch from ${mediaItems.createdAt}) * 1000000)::bigint::text`
  const isAfter =
    after &&
    sql`(${mediaItems.createdAt}, ${mediaItems.id}) < (to_timestamp(0) + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
  const found = await tx
    .select({ row: mediaItems, micros })
    .from(mediaItems)
    .where(and(mine, isAfter || undefined))
    .orderBy(desc(mediaItems.createdAt), desc(mediaItems.id))
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = found.length > limit && last ? `${last.micros}_${last.row.id}` : null
  const ids = shown.map(({ row }) => row.id)
  const linked = ids.length === 0 ? () => [] : await linksOf(tx, userId, ids)
  const rows = shown.map(({ row }) => mediaItem(row, linked(row.id)))
  const [all] = await tx.select({ total: count() }).from(mediaItems).where(mine)
  return { rows, next, total: all?.total ?? 0 }
}
