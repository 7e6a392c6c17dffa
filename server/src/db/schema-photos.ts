import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

/* Stored files and the photo library. */

/**
 * Every stored file. A row is `pending` from before the first byte until the file is complete in the store, so that a sweep finds what a
 * crash left on either side.
 */
export const files = pgTable(
  'files',
  {
    path: text('path').primaryKey(),
    userId: userId(),
    state: text('state', { enum: ['pending', 'stored', 'deleting'] })
      .notNull()
      .default('pending'),
    mimeType: text('mime_type').notNull(),
    bytes: integer('bytes').notNull().default(0),
    /** Bytes counted against the user's quota. A file counts as at least COUNTED_BYTES_MIN, or zero while it is being deleted. */
    room: integer('room').generatedAlwaysAs(sql`case when state = 'deleting' then 0 else greatest(bytes, 262144) end`),
    width: integer('width').notNull().default(0),
    height: integer('height').notNull().default(0),
    /** Set for found photos. Stored here rather than in the library, because slides keep a photo that was deleted there. */
    credit: jsonb('credit').$type<Credit>(),
    /** Networks want to know it. */
    madeByAi: boolean('made_by_ai').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.state, t.createdAt)],
)

/**
 * Maps of photos, as `encodePhotoMap` writes them. In a table of their own, because sums and lists read many files; a photo of an earlier
 * version gets its map when it is first needed.
 */
export const photoMaps = pgTable(
  'photo_maps',
  {
    path: text('path')
      .primaryKey()
      .references(() => files.path, { onDelete: 'cascade' }),
    userId: userId(),
    map: text('map').notNull(),
  },
  (t) => [index().on(t.userId)],
)

/** Searches that a stock service answered, until they no longer count against its limits. */
export const photoSearches = pgTable(
  'photo_searches',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** The service and whose key was used: requests with one key share its limits. */
    allowance: text('allowance').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.allowance, t.createdAt)],
)

export const mediaItems = pgTable(
  'media_items',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    filename: text('filename').notNull(),
    originalUrl: text('original_url'),
    source: text('source', { enum: ['upload'] })
      .notNull()
      .default('upload'),
    filePath: text('file_path')
      .notNull()
      .references(() => files.path),
    fileSize: integer('file_size').notNull(),
    /** `WIDTHxHEIGHT` */
    dimensions: text('dimensions').notNull(),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** SHA-256 of the uploaded file, in hex: recognizes a duplicate before decoding it. */
    sourceHash: text('source_hash'),
    /** SHA-256 of the stored image: recognizes the same pixels under another name, with other metadata or losslessly recompressed. */
    pictureHash: text('picture_hash'),
    /** Search text: name and tags, one per line, lower case. */
    words: text('words').generatedAlwaysAs(sql`app_photo_words(filename, tags)`),
    /** Sort key in byte order: without accents and capitals, with numbers by value. */
    nameKey: text('name_key').generatedAlwaysAs(sql`app_name_key(filename)`),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.userId, t.createdAt, t.id),
    index().on(t.userId, t.nameKey, t.id),
    index().on(t.userId, t.fileSize, t.id),
    uniqueIndex('media_items_one_picture').on(t.userId, t.pictureHash),
    index().on(t.userId, t.sourceHash),
    index().on(t.filePath),
  ],
)

export const mediaCompanyLinks = pgTable(
  'media_company_links',
  {
    userId: userId(),
    mediaItemId: uuid('media_item_id')
      .notNull()
      .references(() => mediaItems.id, { onDelete: 'cascade' }),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.mediaItemId, t.companyId] }), index().on(t.userId), index().on(t.companyId)],
)
