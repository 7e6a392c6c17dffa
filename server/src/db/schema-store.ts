import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt } from './columns.ts'
import { users } from './schema-accounts.ts'

/* Instance-wide state of the file store. No user data: the role of user queries has no access to it. */

/** A single row, created with the table: it identifies the instance, and copies of the database share it. */
export const instance = pgTable('instance', {
  one: boolean('one').primaryKey().default(true),
  id: uuid('id')
    .notNull()
    .default(sql`gen_random_uuid()`),
  /**
   * Ids of recent sweeps, newest last, each also written to the store's marker. An unknown id in the marker means that another copy of this
   * database swept there; empty from then on.
   */
  turns: uuid('turns')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** No account that can sign in exists yet: the first one may become the operator's. */
  isFresh: boolean('is_fresh').notNull().default(true),
  /** First account of a fresh instance: the operator's unless the settings name another. */
  firstAccount: text('first_account').references(() => users.id, { onDelete: 'set null' }),
  /** Until then, the sweep may delete a large share of the files: the operator allowed it. */
  largeUntil: timestamp('large_until', { withTimezone: true }),
  createdAt: createdAt(),
})

/** Objects of the store without a row in `files`: quarantined first, deleted after a delay. */
export const orphanedFiles = pgTable('leftover_files', {
  key: text('key').primaryKey(),
  /** Path of the original it belongs to, or its own. */
  path: text('path').notNull(),
  removeAt: timestamp('remove_at', { withTimezone: true }).notNull(),
  /** The last listing that contained it. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  /** Deleted regardless of the total: explicitly deleted, or allowed by the operator. */
  allowed: boolean('allowed').notNull().default(false),
})

/** Running processes of the product that share this database. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  /** Name in the marker of the store it uses. */
  store: uuid('store').notNull(),
  role: text('role').notNull(),
  host: text('host').notNull(),
  /** Whether it renders for other processes. */
  renders: boolean('draws').notNull().default(false),
  /** Id of the key it encrypts and signs with, and ids of all it accepts; null for a process of an earlier version. */
  sealsWith: text('seals_with'),
  opensWith: text('opens_with').array(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  beatAt: timestamp('beat_at', { withTimezone: true }).notNull().defaultNow(),
})
