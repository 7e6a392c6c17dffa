import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '@ninesixteen/shared/api/notifications'
import { createdAt, id } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { scheduledPosts } from './schema-publishing.ts'

/* Notifications, on the page and by mail. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A mail to a user. Its text is rendered when it is sent. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    userId: userId(),
    /** Name of the template. */
    template: text('template').notNull(),
    /** Template data beyond the user's rows; no plain-text secrets. */
    data: jsonb('data').notNull().default({}),
    /** Recipient other than the account's current address; null for that one. */
    ownAddress: text('own_address'),
    /** Set to `sending` before SMTP begins; a mail found in this state was interrupted, and is never sent again. */
    state: text('state', { enum: ['waiting', 'sending', 'sent', 'refused', 'unsure', 'dropped'] })
      .notNull()
      .default('waiting'),
    /** The address it went to, or that was rejected, at the time of sending. */
    address: text('address'),
    /** The mail server's response, or why it was not sent. */
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.createdAt), index().on(t.address), index().on(t.ownAddress)],
)

/** A notification for a user. */
export const notifications = pgTable(
  'notices',
  {
    id: id(),
    userId: userId(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Its cause, which limits mails: at most one an hour per cause. */
    cause: text('cause').notNull(),
    postId: uuid('post_id').references(() => scheduledPosts.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    href: text('href').notNull(),
    /** Distinct for each notification of a transaction. */
    createdAt: moment('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    seenAt: moment('seen_at'),
    mailedAt: moment('mailed_at'),
    /** The mail that contains it. */
    mailId: uuid('mail_id').references(() => mails.id, { onDelete: 'set null' }),
  },
  (t) => [
    index().on(t.userId, t.createdAt),
    index('notices_of_cause').on(t.userId, t.cause, t.createdAt),
    index('notices_unseen')
      .on(t.userId)
      .where(sql`seen_at is null`),
    index().on(t.postId),
    index().on(t.mailId),
    index().on(t.createdAt),
  ],
)
