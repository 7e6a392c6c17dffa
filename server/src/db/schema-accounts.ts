import { bigint, index, integer, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { FIRST_LOOK, LOOK_IDS } from '@ninesixteen/shared/looks/look-ids'
import { TEXT_SIZES } from '@ninesixteen/shared/content-types/text-sizes'
import { createdAt, updatedAt } from './columns.ts'

/* Accounts: the tables of better-auth, in its drizzle format. */

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** Created while confirmation was required and not confirmed yet: can't sign in. Other accounts need no confirmation. */
  awaitsConfirmation: boolean('awaits_confirmation').notNull().default(false),
  image: text('image'),
  /** Whether sign-in asks for a code after the password. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** When an operator locked the user: no session, no sign-in, no posting. */
  lockedAt: timestamp('locked_at', { withTimezone: true }),
  /** Last use, to the hour. */
  seenAt: timestamp('seen_at', { withTimezone: true }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Owner of the row; deleted with the account. */
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

/** A pending change of an account's address, until its mails are confirmed. One per user; a new one replaces it. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: userId().primaryKey(),
    /** The links in the mails are valid for this id only. */
    id: uuid('id').notNull().defaultRandom(),
    email: text('email').notNull(),
    /** Confirmed at the old address; set from the start if that one was never confirmed. */
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    /** Confirmed at the new address. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** The session that requested the change, which survives it. */
    sessionId: text('session_id'),
    /** Name and password hash of the account that a demo becomes. */
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

export const userSettings = pgTable('user_settings', {
  userId: userId().primaryKey(),
  theme: text('theme', { enum: ['dark', 'light'] })
    .notNull()
    .default('dark'),
  /** True if the user chose the system theme. */
  themeFollowsSystem: boolean('theme_follows_system').notNull().default(false),
  defaultContentStyle: text('default_content_style').notNull().default('educational'),
  autoSave: boolean('auto_save').notNull().default(true),
  /** Text size of new slides. */
  textSize: text('text_size', { enum: TEXT_SIZES }).notNull().default('standard'),
  /** How new slides look; for a company, its own comes first. */
  look: text('look', { enum: LOOK_IDS }).notNull().default(FIRST_LOOK),
  /** Whether the library shows the starter photos, and new slides without other photos use them. */
  starterPhotos: boolean('starter_photos').notNull().default(true),
  /** Which notifications are also sent by mail. */
  mailFailed: boolean('mail_failed').notNull().default(true),
  mailAttention: boolean('mail_attention').notNull().default(true),
  mailHandOver: boolean('mail_hand_over').notNull().default(true),
  /** Paid for or granted; written only by billing and the operator's command. */
  proPlan: boolean('pro_plan').notNull().default(false),
  /** Granted by the operator, regardless of payments. */
  planGranted: boolean('plan_granted').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
