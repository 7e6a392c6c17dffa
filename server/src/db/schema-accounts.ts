import { bigint, index, integer, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from './columns.ts'

/* Accounts: the tables of better-auth, in its drizzle shape. */

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** Made while addresses were confirmed, and not confirmed yet: nobody signs in. Accounts of other times are not asked for it. */
  awaitsConfirmation: boolean('awaits_confirmation').notNull().default(false),
  image: text('image'),
  /** Whether a code is asked for after the password. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** Since when an operator keeps its person out: no session, no sign-in, and nothing is posted. */
  lockedAt: timestamp('locked_at', { withTimezone: true }),
  /** When it was last used, to an hour. */
  seenAt: timestamp('seen_at', { withTimezone: true }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Whose row it is; the row goes with the account. */
export const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    userId: userId(),
  },
  (t) => [index().on(t.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.identifier)],
)

/** An address that is to become an account's, when its mails were answered. At most one a person; a further one takes its place. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: userId().primaryKey(),
    /** The links in the mails are made for this id alone. */
    id: uuid('id').notNull().defaultRandom(),
    email: text('email').notNull(),
    /** At the old address; there from the start where nobody ever confirmed that one. */
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    /** At the new one. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** The session that asked for it, which goes on when it is done. */
    sessionId: text('session_id'),
    /** Of a demo that becomes an account with it: its name, and the hash of its password. */
    keepName: text('keep_name'),
    keepHash: text('keep_hash'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.expiresAt)],
)

export const rateLimits = pgTable('rate_limits', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})
