import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { TEMPLATE_KINDS } from '@ninesixteen/shared/api/limits'
import type { NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import type { SavedLook } from '@ninesixteen/shared/api/saved-styles'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

/* Slideshows with their versions, ideas, templates, saved styles and custom modes. */

/** Why a generation ended early: a short response, an invalid one, a timeout, the user, a server shutdown, the database. */
export const GENERATION_OUTCOMES = ['few', 'cut', 'late', 'cancelled', 'stopped', 'database'] as const
export type GenerationOutcome = (typeof GENERATION_OUTCOMES)[number]

export const projects = pgTable(
  'projects',
  {
    id: id(),
    userId: userId(),
    title: text('title').notNull(),
    topic: text('topic').notNull().default(''),
    contentType: text('content_type').notNull(),
    contentStyle: text('content_style').notNull().default('educational'),
    slideCount: integer('slide_count').notNull().default(0),
    status: text('status', { enum: ['draft', 'generating'] })
      .notNull()
      .default('draft'),
    /** Slides requested of the generation; null without one. */
    slidesWanted: integer('slides_wanted'),
    /** Why the generation ended early; null if it did not. */
    runEnding: text('run_ending', { enum: GENERATION_OUTCOMES }),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    /** The outcome for words that the brand never uses; null without any. */
    neverWords: jsonb('never_words').$type<NeverWordsReport>(),
    /** Id of the first original of its translations, which may be deleted; null without any. */
    variantGroup: uuid('variant_group'),
    /** The language of a translation; null for an original. */
    language: text('language'),
    /** The version of the original that it translates. */
    translatedVersion: integer('translated_version'),
    version: integer('version').notNull().default(1),
    /** Id of the save that created this version: a retry gets the same response instead of a conflict with itself. */
    lastSaveId: uuid('last_save_id'),
    /** Ids of recent saves, newest last: a late retry learns that its save succeeded. */
    earlierSaveIds: uuid('earlier_save_ids').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index().on(t.userId, t.updatedAt),
    // Every process periodically looks for stale ones.
    index('projects_generating_index')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'generating'`),
    // For deleting a company without reading other users' rows.
    index().on(t.companyId),
    index('projects_variants')
      .on(t.variantGroup)
      .where(sql`variant_group is not null`),
  ],
)

export const slides = pgTable(
  'slides',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** 1-based. */
    number: integer('number').notNull(),
    userId: userId(),
    data: jsonb('data').$type<Slide>().notNull(),
    room: integer('room').generatedAlwaysAs(sql`octet_length(data::text)`),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.number] }), index().on(t.userId)],
)

/** Earlier versions of a project; recent ones can be viewed and restored. */
export const projectVersions = pgTable(
  'project_versions',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    userId: userId(),
    title: text('title').notNull(),
    slides: jsonb('slides').$type<Slide[]>().notNull(),
    room: integer('room').generatedAlwaysAs(sql`octet_length(slides::text)`),
    /** Exempt from thinning until it is the oldest: the state that a restore replaced. */
    pinned: boolean('pinned').notNull().default(false),
    /** When the state was created, not when it was replaced. */
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.version] }), index().on(t.userId)],
)

export const contentIdeas = pgTable(
  'content_ideas',
  {
    id: id(),
    userId: userId(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    category: text('category', { enum: ['tips', 'traits', 'reasons'] }).notNull(),
    description: text('description').notNull().default(''),
    isFavorite: boolean('is_favorite').notNull().default(false),
    isUsed: boolean('is_used').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.companyId)],
)

export const captionTemplates = pgTable(
  'caption_templates',
  {
    id: id(),
    userId: userId(),
    /** The description of a group of hashtags is their text. */
    kind: text('kind', { enum: TEMPLATE_KINDS }).notNull().default('caption'),
    name: text('name').notNull(),
    caption: text('caption').notNull().default(''),
    description: text('description').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId)],
)

export const savedStyles = pgTable(
  'saved_styles',
  {
    id: id(),
    userId: userId(),
    name: text('name').notNull(),
    look: jsonb('look').$type<SavedLook>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId)],
)

export const customModes = pgTable(
  'custom_modes',
  {
    id: id(),
    userId: userId(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    slides: jsonb('slides').$type<Slide[]>().notNull(),
    room: integer('room').generatedAlwaysAs(sql`octet_length(slides::text)`),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.companyId)],
)
