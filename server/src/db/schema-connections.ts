import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Accounts on platforms, the user's own API credentials, sign-ins in progress, and cached responses. */

/** The user's own API credentials, each encrypted; read back only as set / last four characters. */
export const userCredentials = pgTable(
  'user_credentials',
  {
    userId: userId(),
    /** For example `openai.key`, `tiktok.client_secret`. */
    name: text('name').notNull(),
    sealed: text('sealed').notNull(),
    last4: text('last4').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.name] })],
)

export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: id(),
    userId: userId(),
    platform: text('platform').notNull(),
    accountId: text('account_id').notNull(),
    username: text('username').notNull(),
    displayName: text('display_name'),
    /** Path of a stored copy: the platform's own URLs expire. */
    avatarUrl: text('avatar_url'),
    /** Granted scopes; empty for platforms without scopes. */
    scopes: text('scopes')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** OAuth client id that obtained the tokens: only that client can refresh them. */
    clientKey: text('client_key').notNull().default(''),
    /** Encrypted, as is refreshToken. */
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    state: text('state', { enum: ['active', 'reconnect'] })
      .notNull()
      .default('active'),
    /**
     * When the platform last issued tokens: earlier statements about the account are outdated. Null for rows of servers that don't write
     * it.
     */
    authorizedAt: timestamp('authorized_at', { withTimezone: true }),
    /** Time, by the platform's clock, of the last applied removal: an event that isn't newer is a replay. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique().on(t.userId, t.platform, t.accountId), index().on(t.platform, t.accountId)],
)

/** One-time state of an OAuth flow in progress (state, verifier, request-token secret), bound to a session. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    state: text('state').primaryKey(),
    userId: userId(),
    sessionId: text('session_id').notNull(),
    provider: text('provider').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.createdAt)],
)

/** Cached responses of a platform whose hourly limit all users share. */
export const platformAnswers = pgTable(
  'platform_answers',
  {
    userId: userId(),
    platform: text('platform').notNull(),
    /** The query: `followed`, or the posts of a blog. */
    question: text('question').notNull(),
    answer: jsonb('answer').$type<unknown>().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.platform, t.question] })],
)
