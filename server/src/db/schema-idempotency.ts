import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { userId } from './schema-accounts.ts'

/** Idempotency keys, stored as long as their kind says: a retry after a lost response may reach another process. */
export const idempotencyKeys = pgTable(
  'wishes',
  {
    userId: userId(),
    key: uuid('key').notNull(),
    kind: text('kind', { enum: ['page', 'api'] })
      .notNull()
      .default('page'),
    /** Hash of the request; the same key must repeat the same request. */
    digest: text('digest').notNull(),
    /** The request that currently serves the key: the latest. */
    callId: uuid('asker').notNull(),
    calls: integer('calls').notNull().default(1),
    /** Charged to the user's quota, without a result so far. */
    isPaid: boolean('is_paid').notNull().default(false),
    /** JSON. Null until the response exists, and for responses stored elsewhere. */
    answer: text('answer'),
    /** Other requests with the key wait until then; null for a page's. */
    heldUntil: timestamp('held_until', { withTimezone: true }),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)
