import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userId } from './schema-accounts.ts'

/**
 * What a page asked for under a key of its own, for some minutes: the same call may come again, at another process, because its answer was lost on
 * the way.
 */
export const idempotencyKeys = pgTable(
  'wishes',
  {
    userId: userId(),
    key: uuid('key').notNull(),
    /** Of what was asked for: under the same key it is the same. */
    digest: text('digest').notNull(),
    /** The call that serves it now: the last one that came. */
    asker: uuid('asker').notNull(),
    calls: integer('calls').notNull().default(1),
    /** It was taken from the person's allowance, and nothing has come of it yet. */
    isPaid: boolean('is_paid').notNull().default(false),
    /** JSON. Null until it was answered, and for what is not kept here. */
    answer: text('answer'),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)
