import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userId } from './schema-accounts.ts'

/** Idempotency keys, stored for some minutes: a retry after a lost response may reach another process. */
export const idempotencyKeys = pgTable(
  'wishes',
  {
    userId: userId(),
    key: uuid('key').notNull(),
    /** Hash of the request; the same key must repeat the same request. */
    digest: text('digest').notNull(),
    /** The request that currently serves the key: the latest. */
    callId: uuid('asker').notNull(),
    calls: integer('calls').notNull().default(1),
    /** Charged to the user's quota, without a result so far. */
    isPaid: boolean('is_paid').notNull().default(false),
    /** JSON. Null until the response exists, and for responses stored elsewhere. */
    answer: text('answer'),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)
