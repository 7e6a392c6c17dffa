import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt } from './columns.ts'
import { users } from './schema-accounts.ts'

/* What this instance knows of its file store as a whole. No person's data: the role of people's queries has no right to it. */

/** One row, made with the table: this database is one instance, and its copies are the same one. */
export const instance = pgTable('instance', {
  one: boolean('one').primaryKey().default(true),
  id: uuid('id')
    .notNull()
    .default(sql`gen_random_uuid()`),
  /**
   * The last turns of the sweep, the newest last, each of them written to the store's mark. Another turn in the mark means that another
   * copy of this database swept there; empty from then on.
   */
  turns: uuid('turns')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** No account with a way in has been made yet: the first one may become the operator's. */
  isFresh: boolean('is_fresh').notNull().default(true),
  /** The first account of the instance, where it was fresh: the operator's, as long as the settings name no other. */
  firstAccount: text('first_account').references(() => users.id, { onDelete: 'set null' }),
  /** Until then the collection of unused files may take more than a small share: the operator said so. */
  largeUntil: timestamp('large_until', { withTimezone: true }),
  createdAt: createdAt(),
})

/** Objects of the store which no row of `files` names: set aside first, removed when their time has come. */
export const leftoverFiles = pgTable('leftover_files', {
  key: text('key').primaryKey(),
  /** The picture it belongs to, itself for an original. */
  path: text('path').notNull(),
  removeAt: timestamp('remove_at', { withTimezone: true }).notNull(),
  /** The listing that saw it last. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  /** Removed however many there are: it was given up by name, or the operator said so. */
  allowed: boolean('allowed').notNull().default(false),
})

/** Processes of the product that share this database, as long as they are there. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  /** The name in the mark of the store it keeps files in. */
  store: uuid('store').notNull(),
  role: text('role').notNull(),
  host: text('host').notNull(),
  /** Whether it draws what others ask for. */
  draws: boolean('draws').notNull().default(false),
  /** Ids of the secret it seals and signs with, and of all it takes; null of a process from before they were noted. */
  sealsWith: text('seals_with'),
  opensWith: text('opens_with').array(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  beatAt: timestamp('beat_at', { withTimezone: true }).notNull().defaultNow(),
})
