import { and, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import { UNLINKED, type PhotoSort } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { microseconds, timestampOf } from '../../db/keyset-cursor.ts'
import { mediaCompanyLinks, mediaItems } from '../../db/schema-photos.ts'

/** Search, filter and sort order of the library. */
export interface PhotoSearch {
  search: string
  tag?: string | undefined
  sort: PhotoSort
}

/** Excludes columns that only serve search and sorting. */
const { words: searched, nameKey, ...SHOWN } = getTableColumns(mediaItems)
export { SHOWN }

/** Escapes `%`, `_` and `\` of a word. */
const literally = (word: string): string => word.replace(/[\\%_]/g, String.raw`\$&`)

/** The word as typed, and without the invisible characters that file names lose, such as joiners of emoji or in Persian. */
function spellings(word: string): string[] {
  const plain = word.replace(/\p{Cf}/gu, '')
  return plain === '' || plain === word ? [word] : [word, plain]
}

/**
 * The user's photos that match a search. Matches words against all names and tags sequentially: a trigram index would span all users, and
 * row security forbids using it before each row is checked.
 */
export function matchesSearch(userId: string, { search, tag }: Pick<PhotoSearch, 'search' | 'tag'>): SQL {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  const conditions = [
    eq(mediaItems.userId, userId),
    tag === undefined ? undefined : sql`${tag} = any(${mediaItems.tags})`,
    ...words.map((word) => or(...spellings(word).map((one) => sql`${searched} like app_plain_text(${`%${literally(one)}%`})`))),
  ]
  return and(...conditions) ?? sql`true`
}

/** Photos of one section: of a company, or without one. */
export function isInSection(userId: string, section: string): SQL {
  const linked = sql`select 1 from ${mediaCompanyLinks} where ${mediaCompanyLinks.userId} = ${userId}
    and ${mediaCompanyLinks.mediaItemId} = ${mediaItems.id}`
  if (section === UNLINKED) return sql`not exists (${linked})`
  return sql`exists (${linked} and ${mediaCompanyLinks.companyId} = ${section}::uuid)`
}

interface Order {
  /** The sort key; the id breaks ties. */
  key: SQL
  /** The sort key as part of a cursor. */
  written: SQL<string>
  read(value: string): SQL
  descending: boolean
}

const NUMBER = /^\d{1,17}$/

const byTime = (descending: boolean): Order => ({
  key: sql`${mediaItems.createdAt}`,
  written: microseconds(mediaItems.createdAt),
  read: (value) => timestampOf(numberOf(value)),
  descending,
})

const ORDERS: Record<PhotoSort, Order> = {
  newest: byTime(true),
  oldest: byTime(false),
  name: {
    key: sql`${nameKey}`,
    written: sql`translate(encode(convert_to(${nameKey}, 'UTF8'), 'base64'), E'\n', '')`,
    // Other bytes are invalid text and come from no cursor of ours; the database rejects them.
    read: (value) => sql`${textOf(value)}::text`,
    descending: false,
  },
  largest: {
    key: sql`${mediaItems.fileSize}`,
    written: sql`${mediaItems.fileSize}::text`,
    read: (value) => sql`${numberOf(value)}::bigint`,
    descending: true,
  },
}

const refused = (): AppError => new AppError('INVALID_INPUT', { fields: 'after' })

function numberOf(value: string): string {
  if (!NUMBER.test(value)) throw refused()
  return value
}

function textOf(value: string): string {
  const bytes = Buffer.from(value, 'base64')
  const text = bytes.toString('utf8')
  if (bytes.toString('base64') !== value || !Buffer.from(text, 'utf8').equals(bytes) || text.includes('\0')) throw refused()
  return text
}

export function inOrder(sort: PhotoSort): SQL {
  const { key, descending } = ORDERS[sort]
  return descending ? sql`${key} desc, ${mediaItems.id} desc` : sql`${key}, ${mediaItems.id}`
}

/** Cursor of a photo in a sort order, which works even after the photo is deleted. */
export function cursorIn(sort: PhotoSort): SQL<string> {
  return sql<string>`${ORDERS[sort].written} || '_' || ${mediaItems.id}::text`
}

export function isAfter(sort: PhotoSort, cursor: string): SQL {
  const [, value, id] = /^(.{0,1200})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (value === undefined || !id) throw refused()
  const { key, read, descending } = ORDERS[sort]
  return sql`(${key}, ${mediaItems.id}) ${descending ? sql`<` : sql`>`} (${read(value)}, ${id}::uuid)`
}
