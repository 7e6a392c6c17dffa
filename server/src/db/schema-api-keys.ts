import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { createdAt, id } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Keys of the public API, and apps that a user connected by OAuth. Neither is a session: they open the public API and `/mcp` alone. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    /** The owner, today always a user. */
    userId: userId(),
    name: text('name').notNull(),
    /** SHA-256 of the key, in hexadecimal. The key itself is shown once and never stored. Null for an app, which has tokens instead. */
    hash: text('hash').unique(),
    /** Last four characters of the key; empty for an app. */
    ending: text('ending').notNull(),
    /** The app's `client_id`; null for a key. */
    clientId: text('client_id'),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    /** Null: all companies. Deleting the company deletes its keys, which must not widen to all. */
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at'),
    /** Written at most once a minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.companyId)],
)

/**
 * Records of the authorization server: registered apps, authorizations in progress, codes and tokens. Their ids are secrets, and stored as
 * hashes.
 */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** Kind of the record and SHA-256 of its id. */
    id: text('id').primaryKey(),
    /** Encrypted. */
    payload: text('payload').notNull(),
    /** The connected app that a code or token belongs to. */
    keyId: uuid('key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** Permissions of an access token. */
    scopes: text('scopes').array().$type<ApiScope[]>(),
    /** SHA-256 of the code that a user types to connect a device. */
    userCode: text('user_code').unique(),
    /** When a code or refresh token was used. */
    consumedAt: moment('consumed_at'),
    /** Null for registered apps. */
    expiresAt: moment('expires_at'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.keyId), index().on(t.expiresAt)],
)
