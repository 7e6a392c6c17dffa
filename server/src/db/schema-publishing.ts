import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { companies, files, projects } from './schema.ts'
import { userId } from './schema-accounts.ts'

/* Scheduled posts and their outcomes. docs/decisions/0051-publishing.md describes a post's way through these tables. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** One post to one account. */
export const scheduledPosts = pgTable(
  'scheduled_posts',
  {
    id: id(),
    userId: userId(),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** Version of the project at the time of the snapshot. */
    projectVersion: integer('project_version'),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    platform: text('platform').notNull(),
    /** The platform's account id, which survives a reconnect. */
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
    /** Machine-readable code for `errorMessage`, and the place in the product to fix it. */
    errorCode: text('error_code'),
    fixHref: text('fix_href'),
    delivery: text('delivery').$type<Delivery>().notNull().default('waiting'),
    /** User-facing text for what the delivery waits for. */
    detail: text('detail'),
    /** The slides at the time of scheduling, from which the media are rendered. */
    snapshot: jsonb('snapshot').$type<Slide[]>().notNull(),
    room: integer('room').generatedAlwaysAs(sql`octet_length(snapshot::text)`),
    /** Duration of each slide of the snapshot in the video; null for images. */
    film: jsonb('film').$type<VideoPlan>(),
    /**
     * Hash of a video's slides and times; set by a trigger, also for servers of 0.2.0. Null for images and for older posts. A generated
     * column would rewrite the table under an exclusive lock. An expression index is unusable: md5 isn't leakproof, so row security never
     * pushes it down.
     */
    videoDigest: text('video_digest'),
    options: jsonb('options').$type<Record<string, unknown>>().notNull().default({}),
    /** Idempotency key of the browser: a retry creates no second post. */
    requestId: uuid('request_id'),
    /** Hash of the request with that id; null in rows of 0.2.0 and of recurring posts. */
    requestDigest: text('request_digest'),
    repeatId: uuid('repeat_id'),
    /** The recurrence's original time of this occurrence, even if it was moved. */
    occurrenceAt: moment('occurrence_at'),
    /** Next time a worker picks it up; null when nothing is left to do. */
    nextAt: moment('next_at'),
    /** End of `worker`'s lease. */
    leaseUntil: moment('lease_until'),
    worker: text('worker'),
    /** Fencing token: increments with every claim and every change by the user; writes with an older one change nothing. */
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    /** Attempts to send it. */
    attempts: integer('attempts').notNull().default(0),
    /** Consecutive losses of the worker that held it. */
    losses: integer('losses').notNull().default(0),
    /** Failed renders of its media, and the time of the next render; null means the next turn. */
    mediaFailures: integer('media_failures').notNull().default(0),
    mediaRetryAt: moment('media_retry_at'),
    /** Id of the post on the platform; stored before anything else. */
    remoteId: text('remote_id'),
    remoteUrl: text('remote_url'),
    /** The scheduled time for which the preflight check, an hour before, has run. */
    checkedFor: moment('checked_for'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index().on(t.userId, t.scheduledTime),
    // Ends with the id, the order of posts of the same moment: a claim reads only its own few of ten thousand.
    index('scheduled_posts_turn')
      .on(t.platform, t.nextAt, t.id)
      .where(sql`next_at is not null`),
    index('scheduled_posts_sent')
      .on(t.platform, t.nextAt)
      .where(sql`next_at is not null and delivery in ('sending', 'uncertain', 'accepted')`),
    index('scheduled_posts_leased')
      .on(t.leaseUntil)
      .where(sql`lease_until is not null`),
    // The preflight check looks for these every few minutes.
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
    // Webhooks name the platform's account, not the user.
    index().on(t.platform, t.accountId),
    // Videos of the same slides are rendered once.
    index('scheduled_posts_video')
      .on(t.userId, t.videoDigest)
      .where(sql`video_digest is not null`),
    uniqueIndex('scheduled_posts_one_request').on(t.userId, t.requestId, t.platform, t.accountId),
    uniqueIndex('scheduled_posts_one_occurrence').on(t.repeatId, t.platform, t.accountId, t.occurrenceAt),
  ],
)

/** Media rendered at scheduling. Posts with the same images share files. */
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
 * Account lock: one post of an account is in progress at a time, however many workers run, and a pause applies to all its posts. Other
 * accounts aren't affected.
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
    /** Until when the platform asked for a pause. */
    pausedUntil: moment('paused_until'),
    /** Since when its posts wait for a reconnect; the user was notified once, at that time. */
    heldSince: moment('held_since'),
    /** Start times of posts within the last minute, for platforms with a rate limit. */
    starts: moment('starts')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.accountId] })],
)

/** Written before every request that could publish, so that an unknown outcome is reconciled and never blindly resent. */
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
    /** Marker to find the post on the platform while its id is unknown. */
    marker: text('marker').notNull().default(''),
    remoteId: text('remote_id'),
    /** State from the platform to continue with, such as a video's upload URL; encrypted where secret. */
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

/** A post's history, for its user. */
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

/** URLs from which a platform fetches the files of a single attempt. */
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
    /** First request; recorded before any byte is sent. */
    fetchedAt: moment('fetched_at'),
    /** From then on the URL serves nothing. */
    fencedAt: moment('fenced_at'),
  },
  (t) => [index().on(t.attemptId), index().on(t.userId), index().on(t.expiresAt)],
)

/** Running publisher processes. No user data. */
export const publishWorkers = pgTable('publish_workers', {
  id: text('id').primaryKey(),
  startedAt: moment('started_at').notNull().defaultNow(),
  beatAt: moment('beat_at').notNull().defaultNow(),
})
