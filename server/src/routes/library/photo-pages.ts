import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { MediaItem } from '@ninesixteen/shared/api/media'
import { MEDIA_WHOLE_MAX } from '@ninesixteen/shared/api/limits'
import type { Tx } from '../../db/db.ts'
import { mediaCompanyLinks, mediaItems } from '../../db/schema-photos.ts'
import { readCredits } from '../../photos/file-credits.ts'
import { mediaItem } from '../../photos/photo-files.ts'
import { inOrder, isAfter, matchesSearch, isInSection, cursorIn, SHOWN, type PhotoSearch } from './find-photos.ts'

/** The companies of each photo, by default of all photos. */
async function linksOf(tx: Tx, userId: string, ids?: string[]): Promise<(id: string) => string[]> {
  const among = ids && inArray(mediaCompanyLinks.mediaItemId, ids)
  const links = await tx
    .select()
    .from(mediaCompanyLinks)
    .where(and(eq(mediaCompanyLinks.userId, userId), among))
  const linked = Map.groupBy(links, (link) => link.mediaItemId)
  return (id) => (linked.get(id) ?? []).map((link) => link.companyId)
}

async function originsOf(tx: Tx, userId: string, shown: readonly { row: { filePath: string } }[]) {
  const paths = shown.map(({ row }) => row.filePath)
  const found = new Map((await readCredits(tx, userId, paths)).map(({ path, ...origin }) => [path, origin]))
  return (path: string) => found.get(path) ?? { credit: null, madeByAi: false }
}

export interface PageOf extends PhotoSearch {
  section?: string | undefined
  limit: number
  after?: string | undefined
}

/** One page of photos from a cursor on, and the next cursor, which is null at the end. */
export async function readPage(tx: Tx, userId: string, page: PageOf): Promise<{ rows: MediaItem[]; next: string | null }> {
  const { section, sort, limit, after } = page
  const wanted = [matchesSearch(userId, page), section && isInSection(userId, section), after && isAfter(sort, after)]
  const found = await tx
    .select({ row: SHOWN, place: cursorIn(sort) })
    .from(mediaItems)
    .where(and(...wanted.map((one) => one || undefined)))
    .orderBy(inOrder(sort))
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const next = found.length > limit ? (shown.at(-1)?.place ?? null) : null
  const ids = shown.map(({ row }) => row.id)
  const linked = ids.length === 0 ? () => [] : await linksOf(tx, userId, ids)
  const origins = await originsOf(tx, userId, shown)
  return { rows: shown.map(({ row }) => mediaItem(row, { companyIds: linked(row.id), ...origins(row.filePath) })), next }
}

/** The newest photos in one response, for pages of 0.2.0. */
export async function readNewest(tx: Tx, userId: string, companyId: string | undefined): Promise<MediaItem[]> {
  const rows = await tx
    .select(SHOWN)
    .from(mediaItems)
    .where(and(eq(mediaItems.userId, userId), companyId === undefined ? undefined : isInSection(userId, companyId)))
    .orderBy(desc(mediaItems.createdAt), desc(mediaItems.id))
    .limit(MEDIA_WHOLE_MAX)
  const linked = await linksOf(tx, userId)
  // Pages of 0.2.0 show no credits.
  return rows.map((row) => mediaItem(row, { companyIds: linked(row.id), credit: null, madeByAi: false }))
}

/** Cursors of every `every`th photo of a section. */
export async function readCursors(tx: Tx, userId: string, search: PhotoSearch & { section: string; every: number }): Promise<string[]> {
  const { section, sort, every } = search
  const numbered = tx
    .select({ place: cursorIn(sort).as('place'), number: sql<number>`row_number() over (order by ${inOrder(sort)})`.as('number') })
    .from(mediaItems)
    .where(and(matchesSearch(userId, search), isInSection(userId, section)))
    .as('numbered')
  await raiseSortMemory(tx)
  const marks = await tx
    .select({ place: numbered.place })
    .from(numbered)
    .where(sql`${numbered.number} % ${every} = 0`)
    .orderBy(numbered.number)
  return marks.map(({ place }) => place)
}

/** Sorts a whole library in memory rather than on disk: the keys of 200,000 photos are about 20 MB. */
export async function raiseSortMemory(tx: Tx): Promise<void> {
  await tx.execute(sql`set local work_mem = '32MB'`)
}
