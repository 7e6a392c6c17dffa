import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { UNLINKED, type MediaOverview, type MediaSummary, type TagCounts } from '@ninesixteen/shared/api/media'
import { MEDIA_TAGS_LISTED } from '@ninesixteen/shared/api/limits'
import type { Tx } from '../../db/db.ts'
import { mediaCompanyLinks, mediaItems } from '../../db/schema-photos.ts'
import { inOrder, matchesSearch, type PhotoSearch } from './find-photos.ts'
import { raiseSortMemory } from './photo-pages.ts'

/** Number of matching photos by section, and in total. */
export async function readCounts(tx: Tx, userId: string, search: PhotoSearch): Promise<Omit<MediaOverview, 'storage'>> {
  await raiseSortMemory(tx)
  const isSearch = search.search.trim() !== '' || search.tag !== undefined
  const total = await tx.$count(mediaItems, eq(mediaItems.userId, userId))
  const found = isSearch ? await tx.$count(mediaItems, matchesSearch(userId, search)) : total
  if (found === 0) return { found, sections: [], total }
  // Every link has a photo, so that without a search no join is needed.
  const among = isSearch
    ? sql`and media_item_id in (select ${mediaItems.id} from ${mediaItems} where ${matchesSearch(userId, search)})`
    : sql``
  const linked = sql`with linked as (
    select media_item_id, company_id from media_company_links where user_id = ${userId} ${among}
  )`
  const counts = await tx.execute<{ section: string; count: number }>(sql`${linked}
    select companies.id as section, counted.count from companies join (
      select company_id, count(*)::int as count from linked group by company_id
    ) as counted on counted.company_id = companies.id
    where companies.user_id = ${userId} order by companies.created_at, companies.id`)
  const together = await tx.execute<{ count: number }>(sql`${linked}
    select count(*)::int as count from (select media_item_id from linked group by media_item_id) as photos`)
  const unlinked = found - (together.rows[0]?.count ?? 0)
  return { found, sections: [...counts.rows, ...(unlinked > 0 ? [{ section: UNLINKED, count: unlinked }] : [])], total }
}

/** The tags of all photos, or of some. */
export function readTags(tx: Tx, userId: string, ids?: readonly string[]): Promise<TagCounts> {
  const among = ids && sql`${mediaItems.id} = any(${sql.param(ids)}::uuid[])`
  const used = tx
    .select({ tag: sql<string>`unnest(${mediaItems.tags})`.as('tag') })
    .from(mediaItems)
    .where(and(eq(mediaItems.userId, userId), among))
    .as('used')
  return tx
    .select({ tag: used.tag, count: count() })
    .from(used)
    .groupBy(used.tag)
    .orderBy(desc(count()), asc(used.tag))
    .limit(MEDIA_TAGS_LISTED)
}

export async function readSummary(tx: Tx, userId: string, ids: readonly string[]): Promise<MediaSummary> {
  const linked = await tx
    .select({ id: mediaCompanyLinks.companyId, count: count() })
    .from(mediaCompanyLinks)
    .where(and(eq(mediaCompanyLinks.userId, userId), sql`${mediaCompanyLinks.mediaItemId} = any(${sql.param(ids)}::uuid[])`))
    .groupBy(mediaCompanyLinks.companyId)
  return { companies: linked, tags: await readTags(tx, userId, ids) }
}

/** All matching photos in display order; a photo of two companies is listed at its first position. */
export async function readIds(tx: Tx, userId: string, search: PhotoSearch): Promise<string> {
  await raiseSortMemory(tx)
  const { rows } = await tx.execute<{ ids: Buffer | null }>(sql`
    with shelves as (
      select id, row_number() over (order by created_at, id) as shelf from companies where user_id = ${userId}
    ), first as (
      select media_item_id, min(shelf) as shelf from media_company_links join shelves on shelves.id = company_id
      where user_id = ${userId} group by media_item_id
    )
    select string_agg(uuid_send(${mediaItems.id}), ''::bytea order by first.shelf nulls last, ${inOrder(search.sort)}) as ids
    from ${mediaItems} left join first on first.media_item_id = ${mediaItems.id} where ${matchesSearch(userId, search)}`)
  return rows[0]?.ids?.toString('base64') ?? ''
}
