import { and, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import { UNLINKED, type PhotoSort } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { microseconds, timestampOf } from '../../db/keyset-cursor.ts'
import { mediaCompanyLinks, mediaItems } from '../../db/schema.ts'

/** What of the library is looked for, and in which order it is shown. */
export interface PhotoSearch {
  search: string
  tag?: string | undefined
  sort: PhotoSort
}

/** What only searches and orders read, and what is shown. */
const { words: searched, nameKey, ...SHOWN } = getTableColumns(mediaItems)
export { SHOWN }

/** `%`, `_` and `\` of a word mean themselves. */
const literally = (word: string): string => word.replace(/[\\%_]/g, String.raw`\$&`)

/** As it was typed, and as names of files are kept: without signs that are not seen, such as those that join emoji or part Persian letters. */
function spellings(word: string): string[] {
  const plain = word.replace(/\p{Cf}/gu, '')
  return plain === '' || plain === word ? [word] : [word, plain]
}

/**
 * The person's photos that a search finds. A word is looked for in all of their names and tags, one after another: an index of trigrams would
 * be of all people together, and row security lets nothing look into one before each row is known to be the person's.
 */
export function isFound(userId: string, { search, tag }: Pick<PhotoSearch, 'search' | 'tag'>): SQL {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  const conditions = [
    eq(mediaItems.userId, userId),
    tag === undefined ? undefined : sql`${tag} = any(${mediaItems.tags})`,
    ...words.map((word) => or(...spellings(word).map((one) => sql`${searched} like app_plain_text(${`%${literally(one)}%`})`))),
  ]
  return and(...conditions) ?? sql`true`
}

/** The photos of one section: of a company, or of none. */
export function isIn(userId: string, section: string): SQL {
  const linked = sql`select 1 from ${mediaCompanyLinks} where ${mediaCompanyLinks.userId} = ${userId}
    and ${mediaCompanyLinks.mediaItemId} = ${mediaItems.id}`
  if (section === UNLINKED) return sql`not exists (${linked})`
  return sql`exists (${linked} and ${mediaCompanyLinks.companyId} = ${section}::uuid)`
}

interface Order {
  /** What the photos are ordered by, before their ids. */
  key: SQL
  /** The same as a place of a page carries it. */
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
    // Bytes that are no text are refused by the database: nobody was given such a place.
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

/** Where a photo stands in an order, to be asked for what comes after it, even once it is gone. */
export function placeIn(sort: PhotoSort): SQL<string> {
  return sql<string>`${ORDERS[sort].written} || '_' || ${mediaItems.id}::text`
}

export function isAfter(sort: PhotoSort, place: string): SQL {
  const [, value, id] = /^(.{0,1200})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(place) ?? []
  if (value === undefined || !id) throw refused()
  const { key, read, descending } = ORDERS[sort]
  return sql`(${key}, ${mediaItems.id}) ${descending ? sql`<` : sql`>`} (${read(value)}, ${id}::uuid)`
}
