import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { users } from './schema-accounts.ts'
import { mails } from './schema-notifications.ts'

/* What operators keep of the instance. No person's data: the role of people's queries has no right to any of it. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Settings that an operator changed while the product runs; those of the environment stand where there is no row. */
export const instanceSettings = pgTable('instance_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updatedAt: updatedAt(),
})

/** To make an account with one address, once. The link is made of the id and the instance's secret: nothing here opens anything. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    /** In small letters. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    usedAt: moment('used_at'),
    /** Whose account was made with it: it goes with the account. */
    usedBy: text('used_by').references(() => users.id, { onDelete: 'cascade' }),
    /** The mail it went out with. */
    mailId: uuid('mail_id').references(() => mails.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.email), index().on(t.createdAt), index().on(t.usedBy), index().on(t.mailId)],
)

/** What operators did. It names people by their ids alone, so that nothing of theirs is left in it when they go; no row is ever changed. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** Who did it. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** Whom, or what, it was done to. */
    target: text('target'),
    /** Such as the value a setting was given. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index().on(t.at)],
)

/** When each provider last answered, and last did not. */
export const providerCalls = pgTable('provider_calls', {
  provider: text('provider').primaryKey(),
  succeededAt: moment('succeeded_at'),
  failedAt: moment('failed_at'),
  /** A word for what it was, such as a status. */
  failure: text('failure'),
})
