import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
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
import type { Delivery, VideoPlan, PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { companies } from './schema-companies.ts'
import { files } from './schema-photos.ts'
import { projects } from './schema-projects.ts'
import { userId } from './schema-accounts.ts'

/* Scheduled posts and their outcomes. docs/decisions/0051-publishing.md describes the lifecycle of a post in these tables. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * A post can wait for more than its time: `video` and `slides` are still to be rendered, the user has to connect the `account` or buy the `plan` again,
 * `rate-limit` and `retry` pass by themselves, the `platform` decides about the post, and the `user` posts it by hand.
 */
export const WAITS_FOR = ['video', 'slides', 'account', 'plan', 'rate-limit', 'retry', 'platform', 'user'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** One post to one account. Its state changes by transition() alone. */
export const scheduledPosts = pgTable(
  'scheduled_posts',
  {
    id: id(),
    userId: userId(),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** The project version of the slides. */
    projectVersion: integer('project_version'),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    platform: text('platform').notNull(),
    /** The platform's id of the account: it stays when the account is connected again. */
    accountId: text('account_id').notNull(),
    kind: text('kind').$type<PostKind>().notNull().default('slides'),
    /** Null for a draft. */
    scheduledTime: moment('scheduled_time'),
    /** IANA name of the zone in which the time was chosen. */
    timeZone: text('time_zone').notNull().default('UTC'),
    caption: text('caption').notNull().default(''),
    description: text('description').notNull().default(''),
    status: text('status', { enum: ['pending', 'published', 'failed'] })
      .notNull()
      .default('pending'),
    publishedAt: moment('published_at'),
    errorMessage: text('error_message'),
    /** Machine code of `errorMessage`, and where in the product the user can fix it. */
    errorCode: text('error_code'),
    fixHref: text('fix_href'),
    delivery: text('delivery').$type<Delivery>().notNull().default('waiting'),
    /** The code finds waiting posts by this column; triggers derive it from the detail that servers of 0.2.0 write. */
    waitsFor: text('waits_for').$type<WaitsFor>(),
    /** The same for the user, in plain words. */
    detail: text('detail'),
    /** The slides as they were when the post was scheduled; its files are rendered from them. */
    snapshot: jsonb('snapshot').$type<Slide[]>().notNull(),
    room: integer('room').generatedAlwaysAs(sql`octet_length(snapshot::text)`),
    /** How long the video shows each slide of the snapshot; null for slides. */
    film: jsonb('film').$type<VideoPlan>(),
    /**
     * Digest of the slides and times of a video; a trigger writes it, also for servers of 0.2.0. Null for slides and in older rows.
     * A generated column would rewrite the table while nothing else may use it, and an index on the expression is of no use: row security
     * keeps md5, which could leak what it reads, away from rows that it has not let through.
     */
    videoDigest: text('video_digest'),
    options: jsonb('options').$type<Record<string, unknown>>().notNull().default({}),
    /** The idempotency key of the browser's request. */
    requestId: uuid('request_id'),
    /** Digest of that request; null in rows of 0.2.0 and of recurring posts. */
    requestDigest: text('request_digest'),
    repeatId: uuid('repeat_id'),
    /** The occurrence of the recurrence, however the post was moved since. */
    occurrenceAt: moment('occurrence_at'),
    /** When a worker claims the post next; null when there is nothing to do. */
    nextAt: moment('next_at'),
    /** Until then `worker` alone may act for the post. */
    leaseUntil: moment('lease_until'),
    worker: text('worker'),
    /** Fencing token: every claim and every change by the user raises it, and a worker with an older one writes nothing. */
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    /** Attempts to send it. */
    attempts: integer('attempts').notNull().default(0),
    /** Workers lost in a row while they held the post. */
    losses: integer('losses').notNull().default(0),
    /** How often rendering failed, and when it is tried again; null: with the next job. */
    mediaFailures: integer('media_failures').notNull().default(0),
    mediaRetryAt: moment('media_retry_at'),
    /** The post's id on the platform; stored before the worker does anything else with it. */
    remoteId: text('remote_id'),
    remoteUrl: text('remote_url'),
    /** The scheduled time for which the preflight check an hour before ran. */
    checkedFor: moment('checked_for'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index().on(t.userId, t.scheduledTime),
    // With the id, the order in which posts of the same time are taken: of ten thousand at nine o'clock a claim reads its own few.
    index('scheduled_posts_turn')
      .on(t.platform, t.nextAt, t.id)
      .where(sql`next_at is not null`),
    index('scheduled_posts_sent')
      .on(t.platform, t.nextAt)
      .where(sql`next_at is not null and delivery in ('sending', 'uncertain', 'accepted')`),
    index('scheduled_posts_leased')
      .on(t.leaseUntil)
      .where(sql`lease_until is not null`),
    // For the preflight check of posts that are due within the hour.
    index('scheduled_posts_waiting')
      .on(t.scheduledTime)
      .where(sql`delivery = 'waiting'`),
    // For the operator page, which shows those of a week.
    index('scheduled_posts_failed')
      .on(t.updatedAt)
      .where(sql`status = 'failed' and delivery <> 'cancelled'`),
    index().on(t.projectId),
    // For deleting a company without reading all posts.
    index('scheduled_posts_of_company')
      .on(t.companyId)
      .where(sql`company_id is not null`),
    index('scheduled_posts_remote')
      .on(t.platform, t.remoteId)
      .where(sql`remote_id is not null`),
    // No two posts are the same post on the platform, whichever user connected the account.
    uniqueIndex('scheduled_posts_one_remote')
      .on(t.platform, t.accountId, t.remoteId)
      .where(sql`remote_id is not null`),
    // Webhooks name the platform's account, not the user.
    index().on(t.platform, t.accountId),
    // Videos of the same slides are rendered once.
    index('scheduled_posts_video')
      .on(t.userId, t.videoDigest)
      .where(sql`video_digest is not null`),
    check('scheduled_posts_waits_for', sql.raw(`waits_for in (${WAITS_FOR.map((what) => `'${what}'`).join(', ')})`)),
    uniqueIndex('scheduled_posts_one_request').on(t.userId, t.requestId, t.platform, t.accountId),
    uniqueIndex('scheduled_posts_one_occurrence').on(t.repeatId, t.platform, t.accountId, t.occurrenceAt),
  ],
)

/** The rendered files of posts. Posts with the same media share them. */
export const postMedia = pgTable(
  'post_media',
  {
    userId: userId(),
    postId: uuid('post_id')
      .notNull()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    /** 0-based. */
    position: integer('position').notNull(),
    path: text('path')
      .notNull()
      .references(() => files.path),
    mimeType: text('mime_type').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Hex. */
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.position] }), index().on(t.userId, t.sha256), index().on(t.path)],
)

/**
 * The lock of an account: workers publish one of its posts at a time, and a pause holds for all of them. Other accounts go on.
 */
export const accountLocks = pgTable(
  'publish_lanes',
  {
    userId: userId(),
    platform: text('platform').notNull(),
    accountId: text('account_id').notNull(),
    leaseUntil: moment('lease_until'),
    worker: text('worker'),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    /** The end of a pause that the platform requested. */
    pausedUntil: moment('paused_until'),
    /** Since when its posts wait until the user reconnects the account; the user was notified then, once. */
    heldSince: moment('held_since'),
    /** When attempts began within the last minute, for platforms that limit them. */
    starts: moment('starts')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.accountId] })],
)

/** Written before every request that could publish: an unknown outcome is reconciled and never blindly repeated. */
export const publishAttempts = pgTable(
  'publish_attempts',
  {
    id: id(),
    userId: userId(),
    postId: uuid('post_id')
      .notNull()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    phase: text('phase', { enum: ['sending', 'accepted', 'published', 'refused', 'postponed', 'lost', 'unconfirmed', 'failed'] }).notNull(),
    /** Finds the post on a platform that stores it, while its id is unknown. */
    marker: text('marker').notNull().default(''),
    remoteId: text('remote_id'),
    /** State of the platform for the next step, such as a video's upload URL; sealed where it is secret. */
    resume: jsonb('resume').$type<Record<string, unknown>>(),
    /** Code and user-facing text of the platform's response. */
    code: text('code'),
    message: text('message'),
    worker: text('worker'),
    live: boolean('live').notNull().default(true),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    unique().on(t.postId, t.attempt),
    uniqueIndex('publish_attempts_one_live')
      .on(t.postId)
      .where(sql`live`),
    index()
      .on(t.remoteId)
      .where(sql`remote_id is not null`),
    index().on(t.userId),
  ],
)

/** The history of a post, for its user. */
export const postEvents = pgTable(
  'post_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    postId: uuid('post_id')
      .notNull()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** For example `scheduled`, `moved`, `sending`, `accepted`, `published`. */
    kind: text('kind').notNull(),
    text: text('text').notNull().default(''),
  },
  (t) => [index().on(t.postId, t.id), index().on(t.userId)],
)

/** Links by which a platform downloads the files of one attempt. */
export const mediaLinks = pgTable(
  'pull_links',
  {
    /** SHA-256 of the token in the URL, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: userId(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => publishAttempts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    path: text('path').notNull(),
    mimeType: text('mime_type').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** The first download; committed before the server sends a byte. */
    fetchedAt: moment('fetched_at'),
    /** When the link was revoked. */
    fencedAt: moment('fenced_at'),
  },
  (t) => [index().on(t.attemptId), index().on(t.userId), index().on(t.expiresAt)],
)

/** The processes that publish. No user data. */
export const publishWorkers = pgTable('publish_workers', {
  id: text('id').primaryKey(),
  startedAt: moment('started_at').notNull().defaultNow(),
  beatAt: moment('beat_at').notNull().defaultNow(),
})
