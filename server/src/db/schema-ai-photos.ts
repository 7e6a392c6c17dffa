import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/** Jobs of earlier versions that make photos with an AI, for a day. */
export const aiPhotoJobs = pgTable(
  'ai_photo_jobs',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    prompt: text('prompt').notNull(),
    wanted: integer('wanted').notNull(),
    status: text('status', { enum: ['running', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('running'),
    /** Storage paths of the photos so far. */
    paths: text('paths')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Photos of the daily limit that it has taken, and neither made nor given back. */
    held: integer('held').notNull().default(0),
    problem: text('problem'),
    /** Its process renews it. A running job with an old one is lost. */
    aliveAt: timestamp('alive_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId, t.createdAt)],
)
