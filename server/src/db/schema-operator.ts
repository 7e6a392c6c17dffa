import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { users } from './schema-accounts.ts'
import { mails } from './schema-notifications.ts'

/* Operator data of the instance. No user data: the role of user queries has no access to it. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Settings that an operator changed at runtime; without a row, the environment applies. */
export const instanceSettings = pgTable('instance_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updatedAt: updatedAt(),
})

/**
 * Invitations: each allows one sign-up with one address. The link derives from the id and the instance's secret, so the table alone grants
 * nothing.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    usedAt: moment('used_at'),
    /** The account created with it; deleted with that account. */
    usedBy: text('used_by').references(() => users.id, { onDelete: 'cascade' }),
    /** The mail that sent it. */
    mailId: uuid('mail_id').references(() => mails.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.email), index().on(t.createdAt), index().on(t.usedBy), index().on(t.mailId)],
)

/** Audit log of operators. Refers to users by id only, so that deleting a user leaves no personal data; rows are never changed. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** The operator. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** The user or object it was done to. */
    target: text('target'),
    /** For example a setting's new value. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index().on(t.at)],
)

/** When each provider last succeeded and last failed. */
export const providerCalls = pgTable('provider_calls', {
  provider: text('provider').primaryKey(),
  succeededAt: moment('succeeded_at'),
  failedAt: moment('failed_at'),
  /** Short description of the failure, such as a status. */
  failure: text('failure'),
})
