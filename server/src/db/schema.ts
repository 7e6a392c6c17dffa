import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { TEMPLATE_KINDS } from '@ninesixteen/shared/api/limits'
import { TEXT_SIZES } from '@ninesixteen/shared/content-types/text-sizes'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/*
 * Every table with user data has `user_id`, and the migrations put row level security on it. schema-publishing.ts has the posts. Times are
 * timestamptz from the database's clock. Only statements that PostgreSQL 15 understands.
 */

export { users, sessions, accounts, verifications, emailChanges, rateLimits } from './schema-accounts.ts'
export { codeSecrets, passkeys, signInAttempts } from './schema-second-factor.ts'
export { instance, orphanedFiles } from './schema-store.ts'

// A user's data.

export const userSettings = pgTable('user_settings', {
  userId: userId().primaryKey(),
  theme: text('theme', { enum: ['dark', 'light'] })
    .notNull()
    .default('dark'),
  /** True if the user chose the system theme. */
  themeFollowsSystem: boolean('theme_follows_system').notNull().default(false),
  defaultContentStyle: text('default_content_style').notNull().default('educational'),
  autoSave: boolean('auto_save').notNull().default(true),
  /** Text size of new slides. */
  textSize: text('text_size', { enum: TEXT_SIZES }).notNull().default('standard'),
  /** Whether the library shows the starter photos, and new slides without other photos use them. */
  starterPhotos: boolean('starter_photos').notNull().default(true),
  /** Which notifications are also sent by mail. */
  mailFailed: boolean('mail_failed').notNull().default(true),
  mailAttention: boolean('mail_attention').notNull().default(true),
  mailHandOver: boolean('mail_hand_over').notNull().default(true),
  /** Paid for or granted; written only by billing and the operator's command. */
  proPlan: boolean('pro_plan').notNull().default(false),
  /** Granted by the operator, regardless of payments. */
  planGranted: boolean('plan_granted').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Temporary accounts of visitors who try the product. The row goes when one becomes a real account. */
export const demos = pgTable(
  'demos',
  {
    userId: userId().primaryKey(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** To within some minutes: an unused demo makes room for another. */
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
    /** The single account that all visitors shared before each got their own demo. */
    isShared: boolean('is_shared').notNull().default(false),
    /** An anonymous visitor's trial from /try: without sample content, expires after an hour or two, with a small AI quota. */
    isTrial: boolean('is_trial').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.endsAt)],
)

/** AI usage of all demos, and of all trials, per day (UTC). No user data: it outlives the demos. */
export const demoUsage = pgTable('demo_usage', {
  day: date('day').primaryKey(),
  tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
  trialTokens: bigint('trial_tokens', { mode: 'number' }).notNull().default(0),
})

/** The user's own API credentials, each encrypted; read back only as set / last four characters. */
export const userCredentials = pgTable(
  'user_credentials',
  {
    userId: userId(),
    /** For example `openai.key`, `tiktok.client_secret`. */
    name: text('name').notNull(),
    sealed: text('sealed').notNull(),
    last4: text('last4').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.name] })],
)

export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: id(),
    userId: userId(),
    platform: text('platform').notNull(),
    accountId: text('account_id').notNull(),
    username: text('username').notNull(),
    displayName: text('display_name'),
    /** Path of a stored copy: the platform's own URLs expire. */
    avatarUrl: text('avatar_url'),
    /** Granted scopes; empty for platforms without scopes. */
    scopes: text('scopes')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** OAuth client id that obtained the tokens: only that client can refresh them. */
    clientKey: text('client_key').notNull().default(''),
    /** Encrypted, as is refreshToken. */
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    state: text('state', { enum: ['active', 'reconnect'] })
      .notNull()
      .default('active'),
    /**
     * When the platform last issued tokens: earlier statements about the account are outdated. Null for rows of servers that don't write
     * it.
     */
    authorizedAt: timestamp('authorized_at', { withTimezone: true }),
    /** Time, by the platform's clock, of the last applied removal: an event that isn't newer is a replay. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique().on(t.userId, t.platform, t.accountId), index().on(t.platform, t.accountId)],
)

export const companies = pgTable(
  'companies',
  {
    id: id(),
    userId: userId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    logoPath: text('logo_path'),
    productPhotoPath: text('product_photo_path'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId, t.createdAt)],
)

export const companyBlogs = pgTable(
  'company_tumblr_blogs',
  {
    id: id(),
    userId: userId(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    blogName: text('blog_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.companyId, t.blogName), index().on(t.userId)],
)

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
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.state, t.createdAt)],
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

/**
 * A user's storage use: the sum of `room` over files, slides, versions and custom modes, maintained by triggers within the same
 * transaction. A writer locks this row until it commits, so that sums are exact under concurrency.
 */
export const storageUsage = pgTable('room_usage', {
  userId: userId().primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
})

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

/** One-time state of an OAuth flow in progress (state, verifier, request-token secret), bound to a session. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    state: text('state').primaryKey(),
    userId: userId(),
    sessionId: text('session_id').notNull(),
    provider: text('provider').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.createdAt)],
)

/** Cached responses of a platform whose hourly limit all users share. */
export const platformAnswers = pgTable(
  'platform_answers',
  {
    userId: userId(),
    platform: text('platform').notNull(),
    /** The query: `followed`, or the posts of a blog. */
    question: text('question').notNull(),
    answer: jsonb('answer').$type<unknown>().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.question] })],
)

/** A user's use of a limited resource in one time window (AI calls per minute, tokens per day). */
export const usageCounters = pgTable(
  'usage_counters',
  {
    userId: userId(),
    kind: text('kind').notNull(),
    windowStart: timestamp('window_start', { withTimezone: true }).notNull(),
    amount: integer('amount').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.windowStart] })],
)
