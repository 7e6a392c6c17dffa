import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { createdAt, id } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Keys of the public API. A key is no session: it opens `/api/public` alone. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    /** The owner, today always a user. */
    userId: userId(),
    name: text('name').notNull(),
    /** SHA-256 of the key, in hexadecimal. The key itself is shown once and never stored. */
    hash: text('hash').notNull().unique(),
    /** Last four characters of the key. */
    ending: text('ending').notNull(),
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
