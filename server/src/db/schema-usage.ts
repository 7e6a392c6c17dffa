import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { userId } from './schema-accounts.ts'

/* Use of limited resources by each user. */

/**
 * A user's storage use: the sum of `room` over files, slides, versions and custom modes, maintained by triggers within the same
 * transaction. A writer locks this row until it commits, so that sums are exact under concurrency.
 */
export const storageUsage = pgTable('room_usage', {
  userId: userId().primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
})

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
