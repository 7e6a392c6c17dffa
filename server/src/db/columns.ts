import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()
export const id = () =>
  uuid('id')
    .primaryKey()
    .default(sql`gen_random_uuid()`)

/** A timestamp as in API responses, 2026-11-22T12:08:49.000Z: results of raw SQL bypass the column's own mapping. */
export function isoTime(moment: SQLWrapper): SQL<string | null> {
  return sql<string | null>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
