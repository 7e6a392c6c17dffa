import { bigint, boolean, date, index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Temporary accounts of visitors, and what they use of the AI. */

/** Temporary accounts of visitors who try the product. Converting one into an account deletes its row. */
export const demos = pgTable(
  'demos',
  {
    userId: userId().primaryKey(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** To within some minutes: a new demo replaces an idle one. */
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
    /** The single account that all visitors shared before each got their own demo. */
    isShared: boolean('is_shared').notNull().default(false),
    /** An anonymous visitor's trial from /try: without sample content, expires after an hour or two, with a small AI quota. */
    isTrial: boolean('is_trial').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.endsAt)],
)

/** AI usage of all demos, and of all trials, per day (UTC). No user data: it outlives the demos. */
export const demoUsage = pgTable('demo_usage', {
  day: date('day').primaryKey(),
  tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
  trialTokens: bigint('trial_tokens', { mode: 'number' }).notNull().default(0),
})
