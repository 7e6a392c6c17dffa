import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Ways to sign in beside the password, in the shape of better-auth's plug-ins, and how often they were tried. */

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    /** Signatures the key has made, where it counts them: one that goes back is a copy. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    /** True for a key that its maker copies to the person's other devices. */
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: createdAt(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (t) => [index().on(t.userId)],
)

/** What makes a person's two-factor codes, and their recovery codes; both encrypted by the accounts library. */
export const codeSecrets = pgTable('code_secrets', {
  id: text('id').primaryKey(),
  userId: userId().unique(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until a first code proved that the person's app has the secret. */
  verified: boolean('verified').notNull().default(false),
  // The library's own count of guesses, which is off: the product's counts before anything is compared.
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamp('locked_until', { withTimezone: true }),
})

/** Passwords and codes that were tried, by a hash of the address that was typed, whether or not it has an account. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    account: text('account').notNull(),
    kind: text('kind', { enum: ['password', 'code'] }).notNull(),
    /** By a browser that has signed in to this account before, or in an open session of it. */
    isKnown: boolean('is_known').notNull(),
    triedAt: timestamp('tried_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.account, t.kind), index().on(t.triedAt)],
)
