import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { VideoPlan, PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { companies } from './schema-companies.ts'
import { projects } from './schema-projects.ts'
import { userId } from './schema-accounts.ts'

/* Plans beyond single posts: an account's weekly times, recurring posts, and the calendar feed. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Usual posting times of an account. They refer to the platform's account id and so survive a reconnect. */
export const postingTimes = pgTable(
  'posting_slots',
  {
    userId: userId(),
    platform: text('platform').notNull(),
    accountId: text('account_id').notNull(),
    /** 0 is Sunday. */
    weekday: smallint('weekday').notNull(),
    /** `HH:MM` in the time zone. */
    time: text('time').notNull(),
    /** IANA name; the same for all times of an account. */
    zone: text('zone').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.accountId, t.weekday, t.time] })],
)

/** An account that occurrences are posted to, with the platform's options. */
export interface RecurrenceTarget {
  /** Texts of its own, in place of those of the recurrence. */
  caption?: string | undefined
  description?: string | undefined
  platform: string
  accountId: string
  options: Record<string, unknown>
  /** ISO time at which its account was first found disconnected; absent while it is connected. */
  awaySince?: string
}

/** Recurring posts; each occurrence is a row of scheduled_posts. */
export const recurrences = pgTable(
  'post_repeats',
  {
    id: id(),
    userId: userId(),
    /** RFC 5545, without `RRULE:`. */
    rule: text('rule').notNull(),
    zone: text('zone').notNull(),
    /** Start of the rule: `YYYY-MM-DDTHH:MM` in the time zone. */
    firstWall: text('first_wall').notNull(),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    projectVersion: integer('project_version'),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    kind: text('kind').$type<PostKind>().notNull().default('slides'),
    /** Whether each occurrence copies the current slides when it is created, rather than those of the snapshot. */
    usesLatest: boolean('uses_latest').notNull().default(false),
    snapshot: jsonb('snapshot').$type<Slide[]>().notNull(),
    film: jsonb('film').$type<VideoPlan>(),
    targets: jsonb('targets').$type<RecurrenceTarget[]>().notNull(),
    caption: text('caption').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Idempotency key of the browser: a retry creates no second recurrence. */
    requestId: uuid('request_id').notNull(),
    /** Hash of the request with that id; null in rows of 0.2.0. */
    requestDigest: text('request_digest'),
    /** Occurrences up to this time have been created, and are not created again even if deleted. */
    madeUntil: moment('made_until'),
    endedAt: moment('ended_at'),
    /** User-facing reason for an end that the user did not choose. */
    endReason: text('end_reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.projectId),
    index().on(t.companyId),
    uniqueIndex('post_repeats_one_request').on(t.userId, t.requestId),
    index('post_repeats_going')
      .on(t.madeUntil)
      .where(sql`ended_at is null`),
  ],
)

/** The secret link to a user's calendar feed. */
export const calendarLinks = pgTable('calendar_links', {
  userId: userId().primaryKey(),
  /** SHA-256 of the secret, in hex. */
  secretHash: text('secret_hash').notNull().unique(),
  /** The encrypted secret, to be shown again. */
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
})
