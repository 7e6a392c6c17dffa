import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '@ninesixteen/shared/api/notifications'
import { createdAt, id } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { scheduledPosts } from './schema-publishing.ts'

/* What people are told, in the page and by mail. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A mail to a person. Its text is made when it is sent. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    userId: userId(),
    /** Which text it has. */
    template: text('template').notNull(),
    /** What it says beyond what the person's rows say; no secret in clear. */
    data: jsonb('data').notNull().default({}),
    /** Where it goes when that is not the account's address, or not yet; null for the one the person has by then. */
    ownAddress: text('own_address'),
    /** `sending` before anything is said to the mail server; one that is found so was cut off, and is never sent again. */
    state: text('state', { enum: ['waiting', 'sending', 'sent', 'refused', 'unsure', 'dropped'] })
      .notNull()
      .default('waiting'),
    /** Where it went, or was refused; of the moment at which it was sent. */
    address: text('address'),
    /** What the mail server said, or why it was not sent. */
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.createdAt), index().on(t.address), index().on(t.ownAddress)],
)

/** Something a person is told. */
export const notifications = pgTable(
  'notices',
  {
    id: id(),
    userId: userId(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** What it comes from: of one cause there is at most one mail an hour. */
    cause: text('cause').notNull(),
    postId: uuid('post_id').references(() => scheduledPosts.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    href: text('href').notNull(),
    /** Of what one transaction tells each has its own. */
    createdAt: moment('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    seenAt: moment('seen_at'),
    mailedAt: moment('mailed_at'),
    /** The mail it stands in. */
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
