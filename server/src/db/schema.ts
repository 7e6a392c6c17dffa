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
import { TEXT_SIZES } from '@ninesixteen/shared/content-types/text-sizes'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/*
 * Every row of a person's data carries `user_id`, and the migrations put row level security on every table that has it.
 * What is scheduled and published stands in schema-publishing.ts.
 * Times are timestamptz and come from the database's clock. Statements of PostgreSQL 15 and older only.
 */

export { users, sessions, accounts, verifications, emailChanges, rateLimits } from './schema-accounts.ts'
export { codeSecrets, passkeys, signInTries } from './schema-second-factor.ts'
export { instance, leftoverFiles } from './schema-store.ts'

// A person's data.

export const userSettings = pgTable('user_settings', {
  userId: userId().primaryKey(),
  theme: text('theme', { enum: ['dark', 'light'] })
    .notNull()
    .default('dark'),
  /** True where the person chose the system's theme, whichever that is. */
  themeFollowsSystem: boolean('theme_follows_system').notNull().default(false),
  defaultContentStyle: text('default_content_style').notNull().default('educational'),
  autoSave: boolean('auto_save').notNull().default(true),
  /** Of new slides. */
  textSize: text('text_size', { enum: TEXT_SIZES }).notNull().default('standard'),
  /** Which notices come by mail too. */
  mailFailed: boolean('mail_failed').notNull().default(true),
  mailAttention: boolean('mail_attention').notNull().default(true),
  mailHandOver: boolean('mail_hand_over').notNull().default(true),
  /** Paid for or granted; written by billing and by the operator's command only. */
  proPlan: boolean('pro_plan').notNull().default(false),
  /** Given by the operator, whatever is paid. */
  planGranted: boolean('plan_granted').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Accounts that a visitor was given to try the product, and that end by themselves. The row goes when one is kept as an account. */
export const demos = pgTable(
  'demos',
  {
    userId: userId().primaryKey(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** To some minutes: a demo that nobody uses makes room for another. */
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
    /** The one account that all visitors had before each got a demo of their own. */
    isShared: boolean('is_shared').notNull().default(false),
    /** Of a stranger who typed a topic on /try: without content, gone after an hour or two, with little of the AI. */
    isTrial: boolean('is_trial').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.endsAt)],
)

/** What all demos together asked of the AI, and all trials, by the day (UTC). Nobody's data: it outlives those it counts. */
export const demoUsage = pgTable('demo_usage', {
  day: date('day').primaryKey(),
  tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
  trialTokens: bigint('trial_tokens', { mode: 'number' }).notNull().default(0),
})

/** The user's own API credentials, each value sealed; read back only as set / last four characters. */
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
    /** Path of a stored picture: the platform's own links expire. */
    avatarUrl: text('avatar_url'),
    /** What the person allowed; empty where the platform knows no scopes. */
    scopes: text('scopes')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Public half of the client that the tokens were given to: no other one can refresh them. */
    clientKey: text('client_key').notNull().default(''),
    /** Sealed, as is refreshToken. */
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    state: text('state', { enum: ['active', 'reconnect'] })
      .notNull()
      .default('active'),
    /** When the platform last gave tokens: what it said of the account before that is outdated. Null for rows of servers that do not write it. */
    authorizedAt: timestamp('authorized_at', { withTimezone: true }),
    /** The time, by the platform's clock, of the last removal that was applied: an event that is not newer is a replay. */
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
 * Every stored file. A row is `pending` from before the first byte until the file is whole in the store, so that a sweep
 * finds what a crash left behind on either side.
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
    /** Of its person's quota. A picture counts as COUNTED_BYTES_MIN at least, one that is being removed not at all. */
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
    /** SHA-256 of the file as it was sent, in hex: the same file again is known before it is decoded. */
    sourceHash: text('source_hash'),
    /** SHA-256 of the picture as it is kept: the same pixels under another name, with other metadata or losslessly repacked. */
    pictureHash: text('picture_hash'),
    /** What a search looks in: name and tags, a line each, in small letters. */
    words: text('words').generatedAlwaysAs(sql`app_photo_words(filename, tags)`),
    /** What puts names in order, byte by byte: without accents and capitals, numbers by their size. */
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
 * How much of the quota a person's pictures, slides, earlier versions and custom modes take: the sum of their `room`, kept by triggers within
 * the transaction that changes one. Whoever has changed one holds this row until then, so that sums are exact under race.
 */
export const roomUsage = pgTable('room_usage', {
  userId: userId().primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
})

/** How a slideshow ends up shorter than it was to be: a short answer, a broken one, a time that ran out, a person, a server, a database. */
export const RUN_ENDINGS = ['few', 'cut', 'late', 'cancelled', 'stopped', 'database'] as const
export type RunEnding = (typeof RUN_ENDINGS)[number]

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
    /** Slides that its run was to write; null where no run wrote it. */
    slidesWanted: integer('slides_wanted'),
    /** Why its run ended before they were all there; null where they are. */
    runEnding: text('run_ending', { enum: RUN_ENDINGS }),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    version: integer('version').notNull().default(1),
    /** The save that made this version: a repeat of it answers the same instead of conflicting with itself. */
    lastSaveId: uuid('last_save_id'),
    /** The saves before it, the newest last, as far as they are remembered: a late repeat of one learns that it was taken. */
    earlierSaveIds: uuid('earlier_save_ids').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index().on(t.userId, t.updatedAt),
    // Every process looks for silent ones, again and again.
    index('projects_generating_index')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'generating'`),
    // Of what a deletion of a company empties, nobody else's is read.
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

/** Earlier versions of a project, the newest of which can be looked at and restored. */
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
    /** Stays until it is the oldest, however close in time its neighbours are: what a restore replaced. */
    pinned: boolean('pinned').notNull().default(false),
    /** When the state was made; not when it was replaced. */
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

/** One-time state of an authorisation in progress (state, verifier, request-token secret), bound to a session. */
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

/** Answers of a platform that are asked for again and again while all people share one key's calls an hour. */
export const platformAnswers = pgTable(
  'platform_answers',
  {
    userId: userId(),
    platform: text('platform').notNull(),
    /** What was asked: `followed`, or the posts of a blog. */
    question: text('question').notNull(),
    answer: jsonb('answer').$type<unknown>().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.question] })],
)

/** What a person used of a limited thing in one window of time (AI calls a minute, tokens a day). */
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
