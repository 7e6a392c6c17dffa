import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Additional ways to sign in, in the format of better-auth's plug-ins, and failed attempts. */

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    /** The authenticator's signature counter, where it has one: a decreasing counter reveals a clone. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    /** True for a passkey that syncs across the user's devices. */
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: createdAt(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (t) => [index().on(t.userId)],
)

/** A user's TOTP secret and recovery codes, both encrypted by the accounts library. */
export const codeSecrets = pgTable('code_secrets', {
  id: text('id').primaryKey(),
  userId: userId().unique(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until a first code proves that the user's app has the secret. */
  verified: boolean('verified').notNull().default(false),
  // The library's own counter, disabled: the product counts before it compares.
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamp('locked_until', { withTimezone: true }),
})

/** Attempted passwords and codes, by a hash of the typed address, whether or not it has an account. */
export const signInAttempts = pgTable(
  'sign_in_tries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    account: text('account').notNull(),
    kind: text('kind', { enum: ['password', 'code'] }).notNull(),
    /** Whether the browser has signed in to this account before, or has an open session. */
    isKnown: boolean('is_known').notNull(),
    triedAt: timestamp('tried_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.account, t.kind), index().on(t.triedAt)],
)
