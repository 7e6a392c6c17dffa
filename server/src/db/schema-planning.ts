import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { VideoPlan, PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { companies, projects } from './schema.ts'
import { userId } from './schema-accounts.ts'

/* What people plan beyond single posts: the weekly times of an account, repetitions, and the calendar of their posts. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** When an account posts by habit. The account is named as its platform names it: its times stay when it is connected anew. */
export const postingTimes = pgTable(
  'posting_slots',
  {
    userId: userId(),
    platform: text('platform').notNull(),
    accountId: text('account_id').notNull(),
    /** 0 is Sunday. */
    weekday: smallint('weekday').notNull(),
    /** `HH:MM` on the clock of the zone. */
    time: text('time').notNull(),
    /** IANA name; the same for all times of an account. */
    zone: text('zone').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.accountId, t.weekday, t.time] })],
)

/** To whom an occurrence is posted, and with which of the platform's choices. */
export interface RepeatTarget {
  platform: string
  accountId: string
  options: Record<string, unknown>
  /** ISO time at which its account was first found disconnected; absent while it is connected. */
  awaySince?: string
}

/** Posts that are made again and again by a rule; each occurrence is a row of scheduled_posts. */
export const recurrences = pgTable(
  'post_repeats',
  {
    id: id(),
    userId: userId(),
    /** RFC 5545, without `RRULE:`. */
    rule: text('rule').notNull(),
    zone: text('zone').notNull(),
    /** Where the rule begins: `YYYY-MM-DDTHH:MM` on the clock of the zone. */
    firstWall: text('first_wall').notNull(),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    projectVersion: integer('project_version'),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    kind: text('kind').$type<PostKind>().notNull().default('slides'),
    /** Each occurrence takes the slides as they are when it is made; otherwise all have those of the snapshot. */
    usesLatest: boolean('uses_latest').notNull().default(false),
    snapshot: jsonb('snapshot').$type<Slide[]>().notNull(),
    film: jsonb('film').$type<VideoPlan>(),
    targets: jsonb('targets').$type<RepeatTarget[]>().notNull(),
    caption: text('caption').notNull().default(''),
    description: text('description').notNull().default(''),
    /** What the person's browser called this order: a repeat of it makes no second repetition. */
    requestId: uuid('request_id').notNull(),
    /** Of what was asked for under that id; null in rows of 0.2.0. */
    requestDigest: text('request_digest'),
    /** Up to here each occurrence has been made, and is not made again whatever became of it. */
    madeUntil: moment('made_until'),
    endedAt: moment('ended_at'),
    /** Why it ended, in plain words, when it was not its person who ended it. */
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

/** The secret link under which a person's posts are a calendar. */
export const calendarLinks = pgTable('calendar_links', {
  userId: userId().primaryKey(),
  /** SHA-256 of the secret, in hex. */
  secretHash: text('secret_hash').notNull().unique(),
  /** Sealed, to be shown again. */
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
})
